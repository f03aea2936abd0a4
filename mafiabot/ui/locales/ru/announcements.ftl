said-game-opened = ## Игра № { $number } началась
said-open-hands = Роли розданы. Откройте карту кнопкой «Моя карта» на табло – и никому её не показывайте.
said-night-falls = ## 🌙 { $night }. Наступает ночь, город засыпает.
said-press-hand = Всем за столом: нажмите «Моя карта» на табло.
said-morning = ## ☀️ { $day }. Город просыпается.
said-killed = Этой ночью убит игрок { $seat }.
said-nobody-killed = Этой ночью никто не убит.
said-floor-speech = 🎙️ { $who }, ваша минута: { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-floor-defence = 🎙️ { $who }, ваша оправдательная речь: { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-floor-last_word = 🎙️ { $who }, ваше последнее слово: { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-floor-best_move = 🎙️ { $who }, ваш лучший ход: { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}. Отметьте номера в своей карте.
said-floor-lost = 🔇 { $who }, вы без речи. Выставить игрока можно в своей карте, микрофон закрыт: { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-floor-extra = 🎙️ { $who }, судья даёт вам слово: { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-floor-goes-on = Продолжайте: это остаток вашего времени.
said-nominee = ☝️ Принято: игрок { $by } выставляет { $seat }.
said-best-move = Лучший ход игрока { $by }: { $seats }.
said-best-move-none = Игрок { $by } лучший ход не назвал.
said-gone-gave_up = 🚪 Игрок { $seat } вышел из игры.
said-gone-unseated = 🚪 Ведущий снял с игры игрока { $seat }.
said-gone-absent = 🚪 Игрок { $seat } слишком долго не возвращался в канал и выбыл из игры.
said-removed = ⛔ Игрок { $seat } удалён: { $cause }.
said-judges-words = Судья: «{ $text }»
said-paused = ⏸️ Пауза. Часы стоят.
said-resumed = ▶️ Продолжаем игру.

said-foul = ⚠️ Игрок { $seat } – фол, { $number }-й.
said-reason = Причина: { $reason }.
said-third-foul-lose_speech = Третий фол: ближайшую речь игрок пропускает.
said-third-foul-short_30 = Третий фол: ближайшая речь – 30 секунд.
said-outcry = 📢 Микрофон открыт на { $seconds } с.
said-foul-taken-back = ↩️ Фол снят: игрок { $seat }, { $number }-й.
said-foul-served-lose_speech = 🔇 Игрок { $seat } за третий фол пропускает речь.
said-foul-served-short_30 = ⏱️ Игрок { $seat } за третий фол говорит 30 секунд.
said-team-lost = ⛔ ППК. Команда игрока { $seat } проиграла.
said-undone = ↩️ Судья отменил: { $act }.
said-undone-steps = ↩️ Судья вернул игру на { $steps } { $steps ->
    [one] шаг
    [few] шага
    [many] шагов
   *[other] шага
} назад. Первое из отменённого: { $act }.
said-judge = ⚖️ Судит { $judges }.
said-judges = ⚖️ Судят { $judges }.
said-judge-none = ⚖️ Судьи у стола больше нет.
said-substituted = 🔁 Замена. За стол садится игрок { $seat }.
said-time-added = ⏱️ Судья добавил { $seconds } { $seconds ->
    [one] секунду
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-time-cut = ⏱️ Судья убавил { $seconds } { $seconds ->
    [one] секунду
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-phase-cut = ⏭️ Судья закончил этап досрочно.

said-vote-opens = ## 🗳️ Голосование
    На голосование выставлены: { $seats }. Голосуем в этом порядке.
said-revote-opens = ## 🗳️ Переголосование
    Голосуем за: { $seats }.
said-vote-skipped-nobody_nominated = Никто не выставлен, голосования нет.
said-vote-skipped-single_on_first_day = Выставлен один игрок, в первый день голосования за одного нет.
said-vote-skipped-none_on_first_day = В первый день голосования нет.
said-vote-skipped-removal = Из-за удаления голосование не проводится, список снимается.
said-vote-skipped-cancelled = Голосование сегодня не проводится.
said-window = Кто голосует за { $seat }? На голос – { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}.
said-window-result = За { $seat } – { $count } { $count ->
    [one] голос
    [few] голоса
    [many] голосов
   *[other] голоса
}: { $hands }.
said-window-nobody = За { $seat } никто не голосует.
said-window-fallen = Не голосовали: { $seats }. { $count ->
    [one] Этот голос уходит
    [few] Эти { $count } голоса уходят
    [many] Эти { $count } голосов уходят
   *[other] Эти { $count } голоса уходят
} в последнего, всего у него { $total }.
said-tie-defence = Голоса разделились поровну: { $seats }. Каждому – оправдательная речь, затем переголосование.
said-tie-raise = Голоса снова разделились поровну: { $seats }. Голосуем за подъём.
said-tie-night = Голоса разделились поровну: { $seats }. Стол никто не покидает.
said-nobody-leaves-speech_only = В первый день стол никто не покидает. Дополнительная речь: { $seats }.
said-nobody-leaves-raise_only = Больше всего голосов у { $seats }, но в первый день по одному не уходят: за столом остаются все.
said-raise-window = Поднимаем всех: { $seats }? На ответ – { $seconds } { $seconds ->
    [one] секунда
    [few] секунды
    [many] секунд
   *[other] секунды
}. Кто не ответил – против.
said-raise-hands = За подъём: { $yes }. Против: { $no }.
said-raise-passed = Большинство за: стол покидают все.
said-raise-failed = Не подняли: все остаются за столом.
said-voted-out = { $count ->
    [one] Стол покидает { $seats }.
    [few] Стол покидают: { $seats }.
    [many] Стол покидают: { $seats }.
   *[other] Стол покидают: { $seats }.
}
