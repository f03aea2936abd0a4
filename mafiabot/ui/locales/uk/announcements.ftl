said-game-opened = ## Гра № { $number } почалася
said-open-hands = Ролі роздано. Відкрийте карту кнопкою «Моя карта» на табло – і нікому її не показуйте.
said-night-falls = ## 🌙 { $night }. Настає ніч, місто засинає.
said-press-hand = Усім за столом: натисніть «Моя карта» на табло.
said-morning = ## ☀️ { $day }. Місто прокидається.
said-killed = Цієї ночі вбито гравця { $seat }.
said-nobody-killed = Цієї ночі нікого не вбито.
said-floor-speech = 🎙️ { $who }, ваша хвилина: { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-floor-defence = 🎙️ { $who }, ваша виправдувальна промова: { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-floor-last_word = 🎙️ { $who }, ваша остання хвилина: { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-floor-best_move = 🎙️ { $who }, ваш найкращий хід: { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}. Позначте номери у своїй карті.
said-floor-lost = 🔇 { $who }, ви без промови. Виставити гравця можна у своїй карті, мікрофон закрито: { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-floor-extra = 🎙️ { $who }, суддя дає вам слово: { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-floor-goes-on = Продовжуйте: це залишок вашого часу.
said-nominee = ☝️ Прийнято: гравець { $by } виставляє { $seat }.
said-best-move = Найкращий хід гравця { $by }: { $seats }.
said-best-move-none = Гравець { $by } найкращого ходу не назвав.
said-gone-gave_up = 🚪 Гравець { $seat } вийшов із гри.
said-gone-unseated = 🚪 Ведучий зняв із гри гравця { $seat }.
said-gone-absent = 🚪 Гравець { $seat } надто довго не повертався в канал і вибув із гри.
said-removed = ⛔ Гравця { $seat } видалено: { $cause }.
said-judges-words = Суддя: «{ $text }»
said-paused = ⏸️ Пауза. Годинник стоїть.
said-resumed = ▶️ Продовжуємо гру.

said-foul = ⚠️ Гравець { $seat } – фол, { $number }-й.
said-reason = Причина: { $reason }.
said-third-foul-lose_speech = Третій фол: найближчу промову гравець пропускає.
said-third-foul-short_30 = Третій фол: найближча промова – 30 секунд.
said-outcry = 📢 Мікрофон відкрито на { $seconds } с.
said-foul-taken-back = ↩️ Фол знято: гравець { $seat }, { $number }-й.
said-foul-served-lose_speech = 🔇 Гравець { $seat } за третій фол пропускає промову.
said-foul-served-short_30 = ⏱️ Гравець { $seat } за третій фол говорить 30 секунд.
said-team-lost = ⛔ ППК. Команда гравця { $seat } програла.
said-undone = ↩️ Суддя скасував: { $act }.
said-undone-steps = ↩️ Суддя повернув гру на { $steps } { $steps ->
    [one] крок
    [few] кроки
    [many] кроків
   *[other] кроку
} назад. Перше зі скасованого: { $act }.
said-judge = ⚖️ Судить { $judges }.
said-judges = ⚖️ Судять { $judges }.
said-judge-none = ⚖️ Судді за столом більше немає.
said-substituted = 🔁 Заміна. За стіл сідає гравець { $seat }.
said-time-added = ⏱️ Суддя додав { $seconds } { $seconds ->
    [one] секунду
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-time-cut = ⏱️ Суддя зменшив час на { $seconds } { $seconds ->
    [one] секунду
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-phase-cut = ⏭️ Суддя завершив етап достроково.

said-vote-opens = ## 🗳️ Голосування
    На голосування виставлені: { $seats }. Голосуємо в цьому порядку.
said-revote-opens = ## 🗳️ Переголосування
    Голосуємо за: { $seats }.
said-vote-skipped-nobody_nominated = Нікого не виставлено, голосування немає.
said-vote-skipped-single_on_first_day = Виставлено одного гравця, першого дня за одного не голосують.
said-vote-skipped-none_on_first_day = Першого дня голосування немає.
said-vote-skipped-removal = Через видалення голосування не проводиться, список знімається.
said-vote-skipped-cancelled = Голосування сьогодні не проводиться.
said-window = Хто голосує за { $seat }? На голос – { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}.
said-window-result = За { $seat } – { $count } { $count ->
    [one] голос
    [few] голоси
    [many] голосів
   *[other] голосу
}: { $hands }.
said-window-nobody = За { $seat } ніхто не голосує.
said-window-fallen = Не голосували: { $seats }. { $count ->
    [one] Цей голос іде
    [few] Ці { $count } голоси йдуть
    [many] Ці { $count } голосів ідуть
   *[other] Ці { $count } голосу йдуть
} в останнього, усього в нього { $total }.
said-tie-defence = Голоси розділилися порівну: { $seats }. Кожному – виправдувальна промова, потім переголосування.
said-tie-raise = Голоси знову розділилися порівну: { $seats }. Голосуємо за підняття.
said-tie-night = Голоси розділилися порівну: { $seats }. Стіл ніхто не залишає.
said-nobody-leaves-speech_only = Першого дня стіл ніхто не залишає. Додаткова промова: { $seats }.
said-nobody-leaves-raise_only = Найбільше голосів у { $seats }, але першого дня по одному не йдуть: за столом залишаються всі.
said-raise-window = Піднімаємо всіх: { $seats }? На відповідь – { $seconds } { $seconds ->
    [one] секунда
    [few] секунди
    [many] секунд
   *[other] секунди
}. Хто не відповів – проти.
said-raise-hands = За підняття: { $yes }. Проти: { $no }.
said-raise-passed = Більшість за: стіл залишають усі.
said-raise-failed = Не підняли: усі залишаються за столом.
said-voted-out = { $count ->
    [one] Стіл залишає { $seats }.
    [few] Стіл залишають: { $seats }.
    [many] Стіл залишають: { $seats }.
   *[other] Стіл залишають: { $seats }.
}
