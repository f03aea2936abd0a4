judge-title = ### Пульт судді · гра № { $number }
judge-open = Оберіть гравця або інструмент нижче.
judge-nobody = У цього столу немає судді. Узяти стіл може ведучий, який не грає: `/judge hand-over`.
judge-not-yet = Гра ще не почалася. Хто запустить її з каналу столу, не сідаючи за стіл, той і суддя.
judge-over = Гру завершено, цей пульт більше не діє.
judge-changed = Гра тим часом пішла вперед, тож нічого не зроблено. Погляньте ще раз.
judge-no-bot = Бот судити не може.
judge-no-player = Ця людина за цим столом не грає.
judge-not-numbers = Назвіть номери так: `3 5 7`.
judge-asked = ⏳ { $seat } давно не в каналі: чекаємо чи видаляємо?
judge-by-hand = ✋ Перемкнули вручну, до кінця промови вирішуєте ви: { $seats }
judge-wrote = ✍️ Писали в чат цієї ночі: { $seats }
judge-chosen = Обрано { $seat } – { $marks }
judge-fouls = { $count ->
    [0] без фолів
    [one] { $count } фол
    [few] { $count } фоли
    [many] { $count } фолів
   *[other] { $count } фолу
}
judge-roles = Ролі: ||{ $roles }||
judge-ask-foul = Фол гравцеві { $seat }: за що?
judge-ask-remove = Видалити { $seat } з-за столу? Останньої хвилини не буде, повернути можна лише скасуванням.
judge-ask-team-loss = ППК: команда гравця { $seat } одразу програє, і гра закінчується. Точно?
judge-ask-void = Анулювати гру? Вона одразу закінчиться і не зарахується.

judge-select-seat = Гравець
judge-select-first = Спершу оберіть гравця
judge-select-foul = Фол гравцеві { $seat }: за що?
judge-select-no-foul = Фол зараз не дати
judge-select-cause = За що видаляємо?
judge-select-undo = Скасувати: повернутися до моменту перед …
judge-select-no-undo = Скасовувати нічого

judge-button-unfoul = Зняти фол
judge-button-floor = Дати слово
judge-button-substitute = Заміна
judge-button-remove = Видалити …
judge-button-remove-yes = Так, видалити
judge-button-remove-absent = Видалити { $seat }
judge-button-team-loss = ППК …
judge-button-team-loss-yes = Так, ППК
judge-button-skip = Перервати промову
judge-button-more = +{ $n } с
judge-button-less = −{ $n } с
judge-button-end = Завершити етап
judge-button-pause = Пауза
judge-button-resume = Продовжити
judge-button-check = Перевірка
judge-button-wait = Чекати { $seat }
judge-button-refresh = Оновити
judge-button-void = Анулювати …
judge-button-void-yes = Так, анулювати
judge-button-back = Назад

judge-form-foul = Фол гравцеві { $seat }
judge-form-text = За що, своїми словами
judge-form-undo = Скасування
judge-form-reason = Чому? Це прочитають усі

judge-done-foul = Фол: { $seat }, це вже { $count }-й.
judge-done-foul-third = Третій фол: { $seat } лишається без найближчої промови.
judge-done-foul-third-short = Третій фол: у { $seat } найближча промова коротка.
judge-done-foul-fourth = Четвертий фол: { $seat } видалений.
judge-done-unfoul = Фол знято: { $seat }, лишилося { $count }.
judge-done-remove = Видалено { $seat }.
judge-done-team-loss = ППК: команда гравця { $seat } програла.
judge-done-skip = Промову перервано.
judge-done-end-phase = Етап завершено.
judge-done-more = Додано { $n } с.
judge-done-less = Віднято { $n } с – або все, що лишалося.
judge-done-floor = Слово має { $seat }, { $n } с.
judge-done-nominate = Виставлено { $seat }.
judge-done-best-move = Найкращий хід записано: { $seats }.
judge-done-substitute = На місці { $seat } тепер грає { $who }.
judge-done-wait = Чекаємо далі: { $seat }.
judge-done-undo = Скасовано ({ $steps }): { $what }.
judge-done-hand-over = Тепер судить { $who }.
judge-done-co-judge = Боковий суддя: { $who }.
judge-done-no-co-judge = Бокового судді більше немає.

points = { $whole },{ $tenths }
award-given = { $seat }: доп { $points }.
award-taken-back = { $seat }: доп знято.
award-left = На цю гру лишилося { $points }, { $players ->
    [0] але гравців більше не можна
    [one] ще на { $players } гравця
    [few] ще на { $players } гравців
    [many] ще на { $players } гравців
   *[other] ще на { $players } гравця
}.
award-most = Цьому гравцеві – не більше { $points }.
award-draw = У разі нічиєї допів немає.
award-not_a_step = Допи ставлять по одній десятій: 0,1, 0,2 …
award-over_most = Це більше, ніж дозволяє підсумок гри: переможцеві до 0,7, переможеному до 0,4.
award-too_many_players = Допи вже мають п'ятеро.
award-over_budget = Це більше, ніж лишилося від 1,2 на гру.
penalty-given = { $seat }: ігрову помилку записано, −0,4.
protest-settled-accepted = Протест { $number } гравця { $seat } прийнято.
protest-settled-rejected = Протест { $number } гравця { $seat } відхилено.

after-no_such_game = Зіграної гри з таким номером тут немає.
after-not_scored = За цю гру балів немає: їх не знають її правила, або її не дограно.
after-awards_closed = Запізно: допи і штрафи ставлять протягом { $minutes } хв після кінця гри.
after-not_a_seat = Під цим номером ніхто не грав.
after-no_protests = Правила цієї гри протестів не знають.
after-protests_closed = Запізно: протест подають протягом { $minutes } хв після кінця гри.
after-not_a_player = Протест може подати лише гравець цієї гри.
after-protested_already = Щодо цієї гри ви вже подали протест.
after-no_text = Протесту потрібен текст.
after-text_too_long = Не більше { $limit } знаків, будь ласка.
after-no_such_protest = Протесту з таким номером немає.
after-settled_already = Щодо цього протесту вже вирішили, і рішення остаточне.
