panel-title-table = Спортивная мафия · правила { $preset }
panel-title-game = Игра № { $number } · правила { $preset }
panel-nobody-seated = За столом пока никого.

phase-lobby = Набор за стол
phase-ready_check = Проверка готовности
phase-dealing = Раздача ролей
phase-talk = речи
phase-best_move = лучший ход
phase-settling = список составлен
phase-vote = голосование
phase-raise_vote = голосование за подъём
phase-closed = Стол закрыт
phase-ended = Игра окончена

mark-ready = готов
mark-not-ready = ждём
mark-nominated = выставлен
mark-away = не в канале
mark-fouls = ⚠️×{ $count }
mark-owes-lose_speech = пропускает речь
mark-owes-short_30 = речь 30 секунд

panel-paused = ⏸️ **Пауза.** Часы стоят, микрофоны закрыты.
panel-lobby-count = За столом { $have } { $have ->
    [one] игрок
    [few] игрока
    [many] игроков
   *[other] игрока
}.
panel-lobby-sizes = Мест за столом: от { $least } до { $most }.
panel-lobby-size = Мест за столом: { $most }.
panel-lobby-missing = Для игры { $missing ->
    [one] не хватает ещё { $missing } игрока
    [few] не хватает ещё { $missing } игроков
    [many] не хватает ещё { $missing } игроков
   *[other] не хватает ещё { $missing } игрока
}. Садитесь!
panel-lobby-start = Состав есть. Все – в голосовой канал стола, ведущий – `/mafia start`.
panel-queue = В очереди: { $names }
panel-queue-more = В очереди: { $names } и ещё { $more }
panel-ready = Сейчас начинаем: подтвердите готовность кнопкой «Готов». Время выйдет { $left }.
panel-ready-count = Готовы { $ready } из { $seats }.
panel-commitment = Отпечаток раздачи: `{ $commitment }`
panel-dealing = Роли розданы. Откройте свою карту кнопкой «Моя карта». Город засыпает { $left }.
panel-soon = вот-вот
panel-press-hand = Всем за столом: нажмите **«Моя карта»**.
panel-step-ends = Этот шаг закончится { $until }.
panel-night-mafia_minute = 🌙 **Договорка.** У чёрных минута, чтобы назначить порядок отстрела.
panel-night-reveal = 🌙 **Дон и шериф, вспомните свои роли.** Этой ночью никто не стреляет и не проверяет.
panel-night-reveal_don = 🌙 **Дон показывается судье.** Остальные спят.
panel-night-reveal_sheriff = 🌙 **Шериф показывается судье.** Остальные спят.
panel-night-free_seating = 🌙 **Свободная посадка.** Займите удобное положение, скоро утро.
panel-night-open = 🌙 **Город засыпает.** Откройте карту: скоро ночные ходы.
panel-night-shots = 🌙 **Мафия выходит на охоту.**
panel-night-don = 🌙 **Дон ищет шерифа.**
panel-night-sheriff = 🌙 **Шериф проверяет игрока.**
panel-floor-speech = 🎙️ Говорит игрок { $who }.
panel-floor-defence = 🎙️ Оправдательная речь: { $who }.
panel-floor-last_word = 🎙️ Последнее слово: { $who }.
panel-floor-best_move = 🎙️ Лучший ход: { $who }. Номера отмечаются в карте.
panel-floor-lost = 🔇 Без речи за третий фол: { $who }. Выставить игрока можно в карте.
panel-floor-extra = 🎙️ Слово от судьи: { $who }.
panel-floor-until = Время выйдет { $until }.
panel-floor-waits = Часы стоят: ждём, пока откроется микрофон.
panel-floor-absent = Часы стоят: игрока нет в голосовом канале.
panel-last-seconds = ⏳ **Осталось десять секунд.**
unheard-away = 🔇 { $seat }: не в голосовом канале.
unheard-elsewhere = 🔇 { $seat }: сидит в другом голосовом канале.
unheard-timed_out = 🔇 { $seat }: в тайм-ауте, говорить не может, пока он не кончится.
unheard-no_permission = 🔇 { $seat }: Discord не даёт боту включить этот микрофон.
unheard-by_hand = 🔇 { $seat }: микрофон снова выключили вручную; до конца речи решает судья.
unheard-not_opened = 🔇 { $seat }: микрофон ещё не включился.
unheard-suppressed = 🔇 { $seat }: нет права говорить в этом канале.
unheard-deafened = 🔇 { $seat }: выключен звук, а с ним и микрофон.
unheard-self_muted = 🔇 { $seat }: микрофон выключен самим игроком, время идёт.
unheard-cannot_hear = 🔕 { $seat }: модератор отключил звук, игрок никого не слышит.
panel-outcry = 📢 Выкрик: { $seat }
panel-settling = Круг окончен. Список выставленных закрывается.
panel-nominees = Выставлены по порядку: { $seats }
panel-vote-list = 🗳️ На голосовании: { $seats }
panel-revote-list = 🗳️ На переголосовании: { $seats }
panel-vote-now = Сейчас голосуем за { $seat }.
panel-raise = 🗳️ Поднимаем всех или оставляем: { $seats }
panel-next = Готовится: { $seat }
panel-vote-cancelled = ⛔ Ближайшее голосование отменено из-за удаления.
panel-again = Ещё партию тем же составом: `/mafia rematch`.

verdict-best-move = Лучший ход { $by }: **{ $seats }**
verdict-team-loss = ППК: команда игрока { $seat } проиграла.
verdict-draw-nights = Три боевые ночи подряд никого не убили и никто не ушёл по голосованию.
verdict-draw-raise = Стол подняли целиком.
verdict-seed = Зерно раздачи: `{ $seed }`
verdict-nothing-dealt = Роли не раздавались.
