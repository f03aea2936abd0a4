refusal-you = вы
refusal-not_seated = Вы не за этим столом.
refusal-not_moderator = Это может только ведущий.
refusal-not_alive = Вы уже покинули стол.
refusal-already_seated = Вы уже за столом, ваше место – { $seat }.
refusal-already_waiting = Вы уже в очереди за этот стол.
refusal-seated_elsewhere = Уже за другим столом этого сервера: { $who }.
refusal-no_table = В этом канале нет открытого стола.
refusal-table_open_here = В этом канале стол уже открыт.
refusal-table_stuck = Стол остановлен из-за ошибки. Ведущий может закрыть его: `/mafia stop`.
refusal-unknown_preset = Таких правил нет: { $preset }.
refusal-bad_ruleset = Эти правила не сочетаются друг с другом, стол не открыт.
refusal-wrong_phase = Сейчас для этого не время.
refusal-game_over = Игра уже окончена.
refusal-game_not_over = Игра ещё идёт.
refusal-not_allowed_by_rules = Правила этого стола такого не допускают.
refusal-too_few = Для игры нужно минимум { $need }, а за столом { $have } { $have ->
    [one] игрок
    [few] игрока
    [many] игроков
   *[other] игрока
}.
refusal-too_many = За этим столом играют не больше { $most }, а сидят { $have } { $have ->
    [one] игрок
    [few] игрока
    [many] игроков
   *[other] игрока
}.
refusal-not_in_voice = Не в голосовом канале стола: { $names }.
refusal-not_ready_check = Проверка готовности сейчас не идёт.
refusal-already_ready = Ваша готовность уже принята.
refusal-no_words_now = Слова добавляют только во время проверки готовности.
refusal-no_words_here = За этим столом раздают без слов игроков.
refusal-word_stands = Вы уже готовы, так что слово не меняется. Слова добавляют до кнопки «Готов».
refusal-word_too_long = Слово слишком длинное: не больше { $most } символов.
refusal-word_unreadable = Напишите слово видимыми символами: буквами, цифрами, знаками.
refusal-seat_not_occupied = Место { $seat } никем не занято.
refusal-same_seat = Это одно и то же место.
refusal-swap_after_deal = Роли розданы, меняться местами поздно.
refusal-not_your_floor = Сейчас говорите не вы.
refusal-finish_locked = Речь только началась: кнопка заработает через мгновение.
refusal-no_outcry = Сейчас выкрикнуть нельзя: только во время речи, и никогда – в последнее слово, лучший ход, голосование или ночью.
refusal-outcry_runs = Сейчас уже кричит игрок { $seat }: подождите несколько секунд.
refusal-has_floor = Сейчас и так ваше слово.
refusal-floor_is_his = Слово и так у { $seat }.
refusal-out_of_channel = Вы не в голосовом канале стола: вас не услышат.
refusal-too_late = Время вышло. Нажатие считается по тому, когда оно сделано, а это сделано после конца.
refusal-too_early = Ещё рано. Нажмите снова, когда придёт время.
refusal-nominate_only_in_speech = Выставлять можно только в свою минуту.
refusal-already_nominated_one = За эту речь уже выставлен игрок { $seat }, второго нельзя.
refusal-already_on_list = Игрок { $seat } уже выставлен. Можете выставить другого.
refusal-seat_not_alive = Игрок { $seat } уже не за столом. Выберите другого.
refusal-list_full = Список закрыт: в первый день выставляют не больше { $cap } { $cap ->
    [one] игрока
    [few] игроков
    [many] игроков
   *[other] игрока
}.
refusal-no_window = Сейчас не голосуют.
refusal-other_window = Это голосование уже закрыто.
refusal-already_voted = Ваш голос уже отдан, изменить его нельзя.
refusal-not_a_candidate = Игрок { $seat } не на голосовании.
refusal-not_your_role = Порядок отстрела вам записывать не положено.
refusal-stale_hand = Эта карта устарела. Откройте новую кнопкой «Моя карта».
refusal-plan_too_long = В порядке отстрела не больше девяти номеров.
refusal-not_a_seat = Такого номера за столом нет: { $seat }.
refusal-own_seat = Себя выбрать нельзя.
refusal-already_checked = Этой ночью выбор уже сделан.
refusal-pressed_since = После этого вы выбрали ещё раз: считается последнее нажатие.
refusal-too_many_named = Назвать можно не больше { $most } { $most ->
    [one] номера
    [few] номеров
    [many] номеров
   *[other] номера
}.
refusal-named_twice = Один номер назван дважды.
refusal-already_named = Лучший ход уже назван.
refusal-sign_too_long = Сюда помещается не больше { $most } { $most ->
    [one] знака
    [few] знаков
    [many] знаков
   *[other] знака
}.
refusal-not_judge = Это может только судья этого стола.
refusal-judge_is_seated = Кто сидит за столом, судить его не может.
refusal-already_judge = Этот человек уже судит этот стол.
refusal-no_co_judge = Бокового судьи у этого стола нет.
refusal-not_at_table = { $seat } уже не в игре.
refusal-no_foul = { $seat }: фолов нет, снимать нечего.
refusal-no_floor = Сейчас никто не говорит.
refusal-floor_just_given = Слово только что перешло к следующему игроку. Если вы об этой речи, повторите команду.
refusal-not_to_be_cut = По правилам это идёт до конца, прервать нельзя.
refusal-time_stands = Сейчас нет времени, которое можно изменить.
refusal-not_asked = { $seat }: ждать некого.
refusal-substitute_too_late = Замена уже невозможна: нулевой день закончился.
refusal-not_away = { $seat } на месте: заменить можно только пропавшего.
refusal-not_waiting = Замену берут из очереди, а этого человека в ней нет.
refusal-knows_roles = Этот человек судил эту игру или держал в ней другую карту: он знает роли и занять это место не может.
refusal-nothing_to_undo = Отменять больше нечего.
refusal-already_paused = Игра уже на паузе.
refusal-not_paused = Игра не на паузе.
refusal-paused = Пауза: дождитесь продолжения игры.
refusal-not_due = Ещё не время.
refusal-nothing_to_do = Делать нечего.
