rules-title = ## Правила столу: { $preset }
rules-changed = Підкреслено те, що змінив сервер (пунктів: { $n }).
rules-name-changed = { $preset } (змін: { $n })
duration-s = { $n } с
duration-min = { $n } хв
decimal-mark = ,
rules-table = Стіл.
rules-zero-night = Нульова ніч.
rules-day = День.
rules-vote = Голосування.
rules-discipline = Фоли.
rules-night = Ніч.
rules-end = Кінець гри.
rules-online = Зв'язок.

rule-table_sizes = Від { $least } до { $most } гравців.
rule-table_size = Гравців рівно { $seats }.
rule-nine_seats-fewer_black = Дев'ятеро грають із двома чорними.
rule-nine_seats-empty_number = Дев'ятеро грають із десятьма номерами: один мирний номер порожній.
rule-seating-join_order = Номери – за порядком приходу.
rule-seating-random = Номери – за жеребом.
rule-host_swap-yes = До роздачі ведучий може поміняти двох місцями.
rule-host_swap-no = Мінятися місцями не можна.
rule-deal_s = На карту – { $time }.

rule-mafia_minute_s = Хвилина мафії – { $time }.
rule-plan_mode-static = Відстріл статичний.
rule-plan_mode-static_or_dynamic = Відстріл статичний або динамічний.
rule-plan_author-don = Порядок відстрілу ставить дон.
rule-plan_author-team = Порядок відстрілу ставить будь-хто з чорних.
rule-night0_reveal-sheriff_reminder = Шерифові нагадують його роль, { $time }.
rule-night0_reveal-wake_and_look = Дон і шериф прокидаються та дивляться на стіл, по { $time }.
rule-night0_reveal-blind_signal = Дон і шериф позначаються наосліп, по { $time }.
rule-free_seating_s = Вільна посадка { $time }.
rule-free_seating_s-off = Вільної посадки немає.

rule-first_day_label-0 = Перші день і ніч – нульові.
rule-first_day_label-1 = Перші день і ніч – номер один.
rule-opener_rotation-next_living_after_last_opener = Коло відкриває наступний живий після вчорашнього.
rule-opener_rotation-pointer = Коло відкриває гравець під покажчиком: щовечора він зсувається на наступного.
rule-opener_rotation-absolute_day_index = Коло відкриває номер за лічбою днів.
rule-speech_s = Промова { $time }, за промову одне виставлення, відкликати його не можна.
rule-finish_lock_s = Завершити промову можна не раніше ніж за { $time }.
rule-finish_lock_s-off = Завершити промову можна одразу.
rule-day0_nominee_cap = Першого дня виставляють не більше { $cap } { $cap ->
    [one] гравця
    [few] гравців
    [many] гравців
   *[other] гравця
}.
rule-no_nominee_cap = Першого дня виставляють скільки завгодно.
rule-last_word_s = Остання хвилина – { $time }.
rule-night_victim_nominates-yes = Вбитий може виставити в останню хвилину.
rule-night_victim_nominates-no = В останню хвилину не виставляють.

rule-vote_window_ms = На кожного – { $time }.
rule-vote_settle_ms = Запізнілі через зв'язок натискання чекаємо { $time }.
rule-unused_votes = Хто не голосував – голосує в останнього.
rule-day0_vote-skip_single = Один виставлений першого дня – голосування немає.
rule-day0_vote-none = Першого дня голосування немає.
rule-day0_vote-speech_only = Першого дня лідери голосування мають промову, але ніхто не йде.
rule-day0_vote-raise_only = Першого дня стіл залишають лише через підняття.
rule-defence_s = За нічиєї – промови по { $time } і переголосування.
rule-revote_order-same = Порядок переголосування той самий.
rule-revote_order-reversed = Порядок переголосування зворотний.
rule-tie_repeat-same_set = Ті самі знову порівну – голосуємо за підняття.
rule-tie_repeat-identical_division = За підняття голосуємо, коли ті самі двічі набрали стільки ж голосів.
rule-raise_window_s = На підняття { $time }.
rule-raise_threshold-more_than_half_of_living = Потрібно більше половини живих; мовчання – проти.
rule-raise_cap-half_of_living = Підняти можна не більше половини столу.
rule-raise_cap-not_whole_table = Підняти весь стіл не можна.
rule-raise_cap-whole_table_draw = Підняли весь стіл – нічия.
rule-raise_two_of_four-yes = Учотирьох двох підняти можна.
rule-raise_two_of_four-no = Учотирьох за нічиєї двох – одразу ніч.
rule-raise_three_of_nine-yes = Трьох із дев'яти підняти можна.
rule-raise_three_of_nine-no = Трьох із дев'яти не піднімають: знову порівну – ніч.

rule-fouls-yes = Фоли є, четвертий – видалення.
rule-fouls-no = Фолів і видалень немає.
rule-third_foul-lose_speech = Третій фол – без наступної промови.
rule-third_foul-short_30 = Третій фол – наступна промова 30 с.
rule-third_foul-nothing = Третій фол – без наслідків.
rule-third_foul_at_3_or_4-lose_speech = Утрьох-учотирьох – без промови.
rule-third_foul_at_3_or_4-short_30 = Утрьох-учотирьох – промова 30 с.
rule-third_foul_at_3_or_4-nothing = Утрьох-учотирьох – без наслідків.
rule-lost_speech_s = Позбавлений промови може виставити мовчки за { $time }.
rule-lost_speech_s-off = Позбавлений промови не виставляє.
rule-removal_cancels_vote-none = Видалення голосування не скасовує.
rule-removal_cancels_vote-next = Видалення скасовує найближче голосування.
rule-removal_cancels_vote-fiim = Видалення скасовує найближче голосування, якщо видаленого не вбито цієї ночі й не заголосовано.
rule-ppk-yes = ППК є.
rule-ppk-no = ППК немає.
rule-outcry_s = Ціною фолу можна вигукнути: { $time }.
rule-outcry_s-off = Вигукнути ціною фолу не можна.

rule-night_open_s = Відкрити карту – { $time }.
rule-shot_window_s = Постріл { $time }: вбитий той, у кого стріляли всі чорні.
rule-shot_targets-living = Стріляють лише в живих.
rule-shot_targets-all_seats = Стріляти можна в будь-який номер.
rule-no_shot-miss = Не стріляв – промах.
rule-no_shot-miss_and_note = Не стріляв – промах із позначкою для судді.
rule-check_s = Перевірки дона й шерифа – по { $time }.
rule-best_move_when-morning = Найкращий хід – уранці, { $time }.
rule-best_move_when-night = Найкращий хід – уночі, { $time }.
rule-best_move_condition-always = Його дає перша бойова ніч.
rule-best_move_condition-no_day0_vote_out = Його дає перша бойова ніч, якщо першого дня нікого не заголосували.
rule-best_move_condition-at_most_one_day0_vote_out = Його дає перша бойова ніч, якщо першого дня заголосували не більше одного.

rule-win = Червоні перемагають, коли чорних не лишилося; чорні – коли їх не менше, ніж червоних.
rule-draw_rule-off = Нічиєї немає.
rule-draw_rule-three_combat_nights = Три бойові ночі поспіль без вибулих – нічия.
rule-draw_resets_on-vote_or_shot = Лік ночей збиває заголосований чи вбитий.
rule-draw_resets_on-any_departure = Лік ночей збиває кожен, хто залишив стіл.
rule-final_speech-yes = Остання хвилина є, навіть якщо все вирішено.
rule-final_speech-no = Якщо все вирішено, останньої хвилини немає.
rule-scoring-off = Балів немає.
rule-scoring-tournament = Бали турнірні.
rule-ci_formula-b40_cap04 = Ci до 0,4.
rule-ci_formula-b40_cap05 = Ci до 0,5.
rule-ci_formula-off = Ci немає.
rule-ci_win_factor_hundredths = За перемоги червоних Ci × { $factor }.
rule-ci_needs_black-always = Ci – лише за чорного в найкращому ході.
rule-ci_needs_black-on_win = За перемоги червоних Ci – лише за чорного в найкращому ході.
rule-ci_needs_black-never = Ci – за будь-якого найкращого ходу.
rule-protocol-record = Ведеться запис гри.
rule-protocol-sheet = Ведеться протокол.
rule-award_s = Додаткові бали суддя дає { $time } після гри.
rule-award_s-off = Суддя додаткових балів не дає.
rule-protest_s = Протест приймають { $time } після гри.
rule-protest_s-off = Протестів немає.

rule-mic_wait_s = Мікрофон чекаємо { $time }.
rule-reconnect_s = Промовця, що зник, – до { $time } за гру.
rule-absence_s = Кого немає в каналі { $time } поспіль – рішення за суддею; без судді такий гравець вибуває.
rule-pause_max_s = Пауза до { $time }.
