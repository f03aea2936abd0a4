refusal-you = ви
refusal-not_seated = Ви не за цим столом.
refusal-not_moderator = Це може лише ведучий.
refusal-not_alive = Ви вже залишили стіл.
refusal-already_seated = Ви вже за столом, ваше місце – { $seat }.
refusal-already_waiting = Ви вже в черзі за цей стіл.
refusal-seated_elsewhere = Уже за іншим столом цього сервера: { $who }.
refusal-no_table = У цьому каналі немає відкритого столу.
refusal-table_open_here = У цьому каналі стіл уже відкрито.
refusal-table_stuck = Стіл зупинено через помилку. Ведучий може закрити його: `/mafia stop`.
refusal-unknown_preset = Таких правил немає: { $preset }.
refusal-bad_ruleset = Ці правила не поєднуються між собою, стіл не відкрито.
refusal-wrong_phase = Зараз для цього не час.
refusal-game_over = Гру вже завершено.
refusal-game_not_over = Гра ще триває.
refusal-not_allowed_by_rules = Правила цього столу такого не дозволяють.
refusal-too_few = Для гри потрібно щонайменше { $need }, а за столом { $have } { $have ->
    [one] гравець
    [few] гравці
    [many] гравців
   *[other] гравця
}.
refusal-too_many = За цим столом грають не більше { $most }, а сидять { $have } { $have ->
    [one] гравець
    [few] гравці
    [many] гравців
   *[other] гравця
}.
refusal-not_in_voice = Не в голосовому каналі столу: { $names }.
refusal-not_ready_check = Перевірка готовності зараз не йде.
refusal-already_ready = Вашу готовність уже прийнято.
refusal-no_words_now = Слова додають лише під час перевірки готовності.
refusal-no_words_here = За цим столом роздають без слів гравців.
refusal-word_stands = Ви вже готові, тож слово не змінюється. Слова додають до кнопки «Готовий».
refusal-word_too_long = Слово задовге: не більше ніж { $most } символи.
refusal-word_unreadable = Напишіть слово видимими символами: літерами, цифрами, знаками.
refusal-seat_not_occupied = Місце { $seat } ніким не зайняте.
refusal-same_seat = Це те саме місце.
refusal-swap_after_deal = Ролі роздано, мінятися місцями пізно.
refusal-not_your_floor = Зараз говорите не ви.
refusal-finish_locked = Промова щойно почалася: кнопка запрацює за мить.
refusal-no_outcry = Зараз вигукнути не можна: лише під час промови, і ніколи – в останню хвилину, найкращий хід, на голосуванні чи вночі.
refusal-outcry_runs = Зараз уже вигукує гравець { $seat }: зачекайте кілька секунд.
refusal-has_floor = Зараз і так ваше слово.
refusal-floor_is_his = Слово вже має { $seat }.
refusal-out_of_channel = Ви не в голосовому каналі столу: вас не почують.
refusal-too_late = Час вийшов. Натискання рахується за тим, коли його зроблено, а це зроблено після кінця.
refusal-too_early = Ще зарано. Натисніть знову, коли настане час.
refusal-nominate_only_in_speech = Виставляти можна лише у свою хвилину.
refusal-already_nominated_one = За цю промову вже виставлено гравця { $seat }, другого не можна.
refusal-already_on_list = Гравця { $seat } вже виставлено. Можете виставити іншого.
refusal-seat_not_alive = Гравця { $seat } вже немає за столом. Оберіть іншого.
refusal-list_full = Список закрито: першого дня виставляють не більше { $cap } { $cap ->
    [one] гравця
    [few] гравців
    [many] гравців
   *[other] гравця
}.
refusal-no_window = Зараз не голосують.
refusal-other_window = Це голосування вже закрито.
refusal-already_voted = Ваш голос уже віддано, змінити його не можна.
refusal-not_a_candidate = Гравець { $seat } не на голосуванні.
refusal-not_your_role = Записувати порядок відстрілу вам не належить.
refusal-stale_hand = Ця карта застаріла. Відкрийте нову кнопкою «Моя карта».
refusal-plan_too_long = У порядку відстрілу не більше дев'яти номерів.
refusal-not_a_seat = Такого номера за столом немає: { $seat }.
refusal-own_seat = Себе обрати не можна.
refusal-already_checked = Цієї ночі вибір уже зроблено.
refusal-pressed_since = Після цього ви обрали ще раз: рахується останнє натискання.
refusal-too_many_named = Назвати можна не більше { $most } { $most ->
    [one] номера
    [few] номерів
    [many] номерів
   *[other] номера
}.
refusal-named_twice = Один номер названо двічі.
refusal-already_named = Найкращий хід уже названо.
refusal-sign_too_long = Сюди вміщується не більше { $most } { $most ->
    [one] знака
    [few] знаків
    [many] знаків
   *[other] знака
}.
refusal-not_judge = Це може лише суддя цього столу.
refusal-judge_is_seated = Хто сидить за столом, судити його не може.
refusal-already_judge = Ця людина вже судить цей стіл.
refusal-no_co_judge = Бокового судді за цим столом немає.
refusal-not_at_table = { $seat } вже не у грі.
refusal-no_foul = { $seat }: фолів немає, знімати нічого.
refusal-no_floor = Зараз ніхто не говорить.
refusal-floor_just_given = Слово щойно перейшло до наступного гравця. Якщо ви про цю промову, повторіть команду.
refusal-not_to_be_cut = За правилами це триває до кінця, перервати не можна.
refusal-time_stands = Зараз немає часу, який можна змінити.
refusal-not_asked = { $seat }: чекати нікого.
refusal-substitute_too_late = Заміна вже неможлива: нульовий день закінчився.
refusal-not_away = { $seat } на місці: замінити можна лише того, хто зник.
refusal-not_waiting = Заміну беруть із черги, а цієї людини в ній немає.
refusal-knows_roles = Ця людина судила цю гру або тримала в ній іншу карту: вона знає ролі й зайняти це місце не може.
refusal-nothing_to_undo = Скасовувати більше нічого.
refusal-already_paused = Гра вже на паузі.
refusal-not_paused = Гра не на паузі.
refusal-paused = Пауза: дочекайтеся продовження гри.
refusal-not_due = Ще не час.
refusal-nothing_to_do = Робити нічого.
