judge-title = ### Пульт судьи · игра № { $number }
judge-open = Выберите игрока или инструмент ниже.
judge-nobody = У этого стола нет судьи. Взять стол может ведущий, который не играет: `/judge hand-over`.
judge-not-yet = Игра ещё не началась. Кто запустит её из канала стола, не садясь за стол, тот и судья.
judge-over = Игра окончена, этот пульт больше не действует.
judge-changed = Игра тем временем ушла вперёд, поэтому ничего не сделано. Взгляните ещё раз.
judge-no-bot = Бот судить не может.
judge-no-player = Этот человек за этим столом не играет.
judge-not-numbers = Назовите номера так: `3 5 7`.
judge-asked = ⏳ { $seat } давно не в канале: ждём или удаляем?
judge-by-hand = ✋ Переключили вручную, до конца речи решаете вы: { $seats }
judge-wrote = ✍️ Писали в чат этой ночью: { $seats }
judge-chosen = Выбран { $seat } – { $marks }
judge-fouls = { $count ->
    [0] без фолов
    [one] { $count } фол
    [few] { $count } фола
    [many] { $count } фолов
   *[other] { $count } фола
}
judge-roles = Роли: ||{ $roles }||
judge-ask-foul = Фол игроку { $seat }: за что?
judge-ask-remove = Удалить { $seat } из-за стола? Последнего слова не будет, вернуть можно только отменой.
judge-ask-team-loss = ППК: команда игрока { $seat } сразу проигрывает, и игра заканчивается. Точно?
judge-ask-void = Аннулировать игру? Она сразу закончится и не будет засчитана.

judge-select-seat = Игрок
judge-select-first = Сначала выберите игрока
judge-select-foul = Фол игроку { $seat }: за что?
judge-select-no-foul = Фол сейчас не дать
judge-select-cause = За что удаляем?
judge-select-undo = Отменить: вернуться к моменту до …
judge-select-no-undo = Отменять нечего

judge-button-unfoul = Снять фол
judge-button-floor = Дать слово
judge-button-substitute = Замена
judge-button-remove = Удалить …
judge-button-remove-yes = Да, удалить
judge-button-remove-absent = Удалить { $seat }
judge-button-team-loss = ППК …
judge-button-team-loss-yes = Да, ППК
judge-button-skip = Прервать речь
judge-button-more = +{ $n } с
judge-button-less = −{ $n } с
judge-button-end = Закончить этап
judge-button-pause = Пауза
judge-button-resume = Продолжить
judge-button-check = Проверка
judge-button-wait = Ждать { $seat }
judge-button-refresh = Обновить
judge-button-void = Аннулировать …
judge-button-void-yes = Да, аннулировать
judge-button-back = Назад

judge-form-foul = Фол игроку { $seat }
judge-form-text = За что, своими словами
judge-form-undo = Отмена
judge-form-reason = Почему? Это прочтут все

judge-done-foul = Фол: { $seat }, это уже { $count }-й.
judge-done-foul-third = Третий фол: { $seat } остаётся без ближайшей речи.
judge-done-foul-third-short = Третий фол: у { $seat } ближайшая речь короткая.
judge-done-foul-fourth = Четвёртый фол: { $seat } удалён.
judge-done-unfoul = Фол снят: { $seat }, осталось { $count }.
judge-done-remove = Удалён { $seat }.
judge-done-team-loss = ППК: команда игрока { $seat } проиграла.
judge-done-skip = Речь прервана.
judge-done-end-phase = Этап закончен.
judge-done-more = Добавлено { $n } с.
judge-done-less = Убавлено { $n } с – или всё, что оставалось.
judge-done-floor = Слово у { $seat }, { $n } с.
judge-done-nominate = Выставлен { $seat }.
judge-done-best-move = Лучший ход записан: { $seats }.
judge-done-substitute = На месте { $seat } теперь играет { $who }.
judge-done-wait = Ждём дальше: { $seat }.
judge-done-undo = Отменено ({ $steps }): { $what }.
judge-done-hand-over = Теперь судит { $who }.
judge-done-co-judge = Боковой судья: { $who }.
judge-done-no-co-judge = Бокового судьи больше нет.

points = { $whole },{ $tenths }
award-given = { $seat }: доп { $points }.
award-taken-back = { $seat }: доп снят.
award-left = На эту игру осталось { $points }, { $players ->
    [0] но игроков больше нельзя
    [one] ещё на { $players } игрока
    [few] ещё на { $players } игроков
    [many] ещё на { $players } игроков
   *[other] ещё на { $players } игрока
}.
award-most = Этому игроку – не больше { $points }.
award-draw = При ничьей допов нет.
award-not_a_step = Допы ставят по одной десятой: 0,1, 0,2 …
award-over_most = Это больше, чем позволяет итог игры: победителю до 0,7, проигравшему до 0,4.
award-too_many_players = Допы уже у пятерых.
award-over_budget = Это больше, чем осталось от 1,2 на игру.
penalty-given = { $seat }: игровая ошибка записана, −0,4.
protest-settled-accepted = Протест { $number } игрока { $seat } принят.
protest-settled-rejected = Протест { $number } игрока { $seat } отклонён.

after-no_such_game = Сыгранной игры с таким номером здесь нет.
after-not_scored = За эту игру баллов нет: их не знают её правила, или она не доиграна.
after-awards_closed = Поздно: допы и штрафы ставят в течение { $minutes } мин после конца игры.
after-not_a_seat = Под этим номером никто не играл.
after-no_protests = Правила этой игры протестов не знают.
after-protests_closed = Поздно: протест подают в течение { $minutes } мин после конца игры.
after-not_a_player = Протест может подать только игрок этой игры.
after-protested_already = По этой игре вы уже подали протест.
after-no_text = Протесту нужен текст.
after-text_too_long = Не больше { $limit } знаков, пожалуйста.
after-no_such_protest = Протеста с таким номером нет.
after-settled_already = По этому протесту уже решили, и решение окончательное.
