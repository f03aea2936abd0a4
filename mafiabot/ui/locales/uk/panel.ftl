panel-title-table = Спортивна мафія · правила { $preset }
panel-title-game = Гра № { $number } · правила { $preset }
panel-nobody-seated = За столом поки нікого.

phase-lobby = Набір за стіл
phase-ready_check = Перевірка готовності
phase-dealing = Роздача ролей
phase-talk = промови
phase-best_move = найкращий хід
phase-settling = список складено
phase-vote = голосування
phase-raise_vote = голосування за підняття
phase-closed = Стіл закрито
phase-ended = Гру завершено

mark-ready = готовий
mark-not-ready = чекаємо
mark-nominated = виставлений
mark-away = не в каналі
mark-fouls = ⚠️×{ $count }
mark-owes-lose_speech = пропускає промову
mark-owes-short_30 = промова 30 секунд

panel-paused = ⏸️ **Пауза.** Годинник стоїть, мікрофони закриті.
panel-lobby-count = За столом { $have } { $have ->
    [one] гравець
    [few] гравці
    [many] гравців
   *[other] гравця
}.
panel-lobby-sizes = Місць за столом: від { $least } до { $most }.
panel-lobby-size = Місць за столом: { $most }.
panel-lobby-missing = Для гри { $missing ->
    [one] бракує ще { $missing } гравця
    [few] бракує ще { $missing } гравців
    [many] бракує ще { $missing } гравців
   *[other] бракує ще { $missing } гравця
}. Сідайте!
panel-lobby-start = Склад є. Усі – в голосовий канал столу, ведучий – `/mafia start`.
panel-queue = У черзі: { $names }
panel-queue-more = У черзі: { $names } і ще { $more }
panel-ready = Зараз починаємо: підтвердьте готовність кнопкою «Готовий». Час вийде { $left }.
panel-ready-count = Готові { $ready } з { $seats }.
panel-commitment = Відбиток роздачі: `{ $commitment }`
panel-dealing = Ролі роздано. Відкрийте свою карту кнопкою «Моя карта». Місто засинає { $left }.
panel-soon = ось-ось
panel-press-hand = Усім за столом: натисніть **«Моя карта»**.
panel-step-ends = Цей крок закінчиться { $until }.
panel-night-mafia_minute = 🌙 **Хвилина мафії.** Чорні домовляються про порядок відстрілу.
panel-night-reveal = 🌙 **Дон і шериф, згадайте свої ролі.** Цієї ночі ніхто не стріляє і не перевіряє.
panel-night-reveal_don = 🌙 **Дон показується судді.** Решта спить.
panel-night-reveal_sheriff = 🌙 **Шериф показується судді.** Решта спить.
panel-night-free_seating = 🌙 **Вільна посадка.** Сядьте зручніше, скоро ранок.
panel-night-open = 🌙 **Місто засинає.** Відкрийте карту: скоро нічні ходи.
panel-night-shots = 🌙 **Мафія виходить на полювання.**
panel-night-don = 🌙 **Дон шукає шерифа.**
panel-night-sheriff = 🌙 **Шериф перевіряє гравця.**
panel-floor-speech = 🎙️ Говорить гравець { $who }.
panel-floor-defence = 🎙️ Виправдувальна промова: { $who }.
panel-floor-last_word = 🎙️ Остання хвилина: { $who }.
panel-floor-best_move = 🎙️ Найкращий хід: { $who }. Номери позначаються в карті.
panel-floor-lost = 🔇 Без промови за третій фол: { $who }. Виставити гравця можна в карті.
panel-floor-extra = 🎙️ Слово від судді: { $who }.
panel-floor-until = Час вийде { $until }.
panel-floor-waits = Годинник стоїть: чекаємо, доки відкриється мікрофон.
panel-floor-absent = Годинник стоїть: гравця немає в голосовому каналі.
panel-last-seconds = ⏳ **Лишилося десять секунд.**
unheard-away = 🔇 { $seat }: не в голосовому каналі.
unheard-elsewhere = 🔇 { $seat }: сидить в іншому голосовому каналі.
unheard-timed_out = 🔇 { $seat }: у тайм-ауті, говорити не може, доки він не скінчиться.
unheard-no_permission = 🔇 { $seat }: Discord не дає боту ввімкнути цей мікрофон.
unheard-by_hand = 🔇 { $seat }: мікрофон знову вимкнули вручну; до кінця промови вирішує суддя.
unheard-not_opened = 🔇 { $seat }: мікрофон ще не ввімкнувся.
unheard-suppressed = 🔇 { $seat }: немає права говорити в цьому каналі.
unheard-deafened = 🔇 { $seat }: вимкнено звук, а з ним і мікрофон.
unheard-self_muted = 🔇 { $seat }: мікрофон вимкнув сам гравець, час іде.
unheard-cannot_hear = 🔕 { $seat }: модератор вимкнув звук, гравець нікого не чує.
panel-outcry = 📢 Вигук: { $seat }
panel-settling = Коло завершено. Список виставлених закривається.
panel-nominees = Виставлені за порядком: { $seats }
panel-vote-list = 🗳️ На голосуванні: { $seats }
panel-revote-list = 🗳️ На переголосуванні: { $seats }
panel-vote-now = Зараз голосуємо за { $seat }.
panel-raise = 🗳️ Піднімаємо всіх чи залишаємо: { $seats }
panel-next = Готується: { $seat }
panel-vote-cancelled = ⛔ Найближче голосування скасовано через видалення.
panel-again = Ще партію тим самим складом: `/mafia rematch`.

verdict-best-move = Найкращий хід { $by }: **{ $seats }**
verdict-team-loss = ППК: команда гравця { $seat } програла.
verdict-draw-nights = Три бойові ночі поспіль нікого не вбито і ніхто не пішов за голосуванням.
verdict-draw-raise = Стіл підняли повністю.
verdict-seed = Зерно роздачі: `{ $seed }`
verdict-nothing-dealt = Ролі не роздавалися.
