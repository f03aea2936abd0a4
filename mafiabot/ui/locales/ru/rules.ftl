rules-title = ## Правила стола: { $preset }
rules-table = Стол.
rules-zero-night = Нулевая ночь.
rules-day = День.
rules-vote = Голосование.
rules-discipline = Фолы.
rules-night = Ночь.
rules-end = Конец игры.
rules-online = Связь.

rule-table_sizes = От { $least } до { $most } игроков.
rule-table_size = Игроков ровно { $seats }.
rule-nine_seats-fewer_black = Девятеро играют с двумя чёрными.
rule-nine_seats-empty_number = Девятеро играют с десятью номерами: один мирный номер пуст.
rule-seating-join_order = Номера – по порядку прихода.
rule-seating-random = Номера – по жребию.
rule-host_swap-yes = До раздачи ведущий может поменять двоих местами.
rule-host_swap-no = Менять местами нельзя.
rule-deal_s = На карту – { $n } с.

rule-mafia_minute_s = Договорка { $n } с.
rule-plan_mode-static = Отстрел статичный.
rule-plan_mode-static_or_dynamic = Отстрел статичный или динамичный.
rule-plan_author-don = Порядок отстрела ставит дон.
rule-plan_author-team = Порядок отстрела ставит любой чёрный.
rule-night0_reveal-sheriff_reminder = Шерифу напоминают его роль, { $n } с.
rule-night0_reveal-wake_and_look = Дон и шериф просыпаются и смотрят на стол, по { $n } с.
rule-night0_reveal-blind_signal = Дон и шериф отмечаются вслепую, по { $n } с.
rule-free_seating_s = Свободная посадка { $n } с.

rule-first_day_label-0 = Первый день и первая ночь – нулевые.
rule-first_day_label-1 = Первый день и первая ночь – номер один.
rule-opener_rotation-next_living_after_last_opener = Круг открывает следующий живой после вчерашнего открывшего.
rule-opener_rotation-pointer = Круг открывает игрок под указателем: каждый вечер он сдвигается на следующего.
rule-opener_rotation-absolute_day_index = Круг открывает номер по счёту дня.
rule-speech_s = Речь { $n } с, за речь одно выставление, отозвать его нельзя.
rule-finish_lock_s = Закончить речь можно не раньше чем через { $n } с.
rule-day0_nominee_cap = В первый день выставляют не больше { $cap } { $cap ->
    [one] игрока
    [few] игроков
    [many] игроков
   *[other] игрока
}.
rule-no_nominee_cap = В первый день выставляют сколько угодно.
rule-last_word_s = Последнее слово { $n } с.
rule-night_victim_nominates-yes = Убитый может выставить в последнем слове.
rule-night_victim_nominates-no = В последнем слове не выставляют.

rule-vote_window_ms = На каждого – { $window } с, опоздавшие по связи нажатия ждём { $settle } с. Кто не голосовал – голосует в последнего.
rule-day0_vote-skip_single = Один выставленный в первый день – голосования нет.
rule-day0_vote-none = В первый день голосования нет.
rule-day0_vote-speech_only = В первый день лидеры голосования получают речь, но никто не уходит.
rule-day0_vote-raise_only = В первый день стол покидают только по подъёму.
rule-defence_s = При ничьей – речи по { $n } с и переголосование.
rule-revote_order-same = Порядок переголосования прежний.
rule-revote_order-reversed = Порядок переголосования обратный.
rule-tie_repeat-same_set = Те же снова поровну – голосуем за подъём.
rule-tie_repeat-identical_division = За подъём голосуем, когда те же дважды набрали те же голоса.
rule-raise_window_s = На подъём { $n } с.
rule-raise_threshold-more_than_half_of_living = Нужно больше половины живых; молчание – против.
rule-raise_cap-half_of_living = Поднять можно не больше половины стола.
rule-raise_cap-not_whole_table = Поднять весь стол нельзя.
rule-raise_cap-whole_table_draw = Подняли весь стол – ничья.
rule-raise_two_of_four-yes = Вчетвером двоих поднять можно.
rule-raise_two_of_four-no = Вчетвером при ничьей двоих – сразу ночь.
rule-raise_three_of_nine-yes = Троих из девяти поднять можно.
rule-raise_three_of_nine-no = Троих из девяти не поднимают.

rule-fouls-yes = Фолы есть, четвёртый – удаление.
rule-fouls-no = Фолов и удалений нет.
rule-third_foul-lose_speech = Третий фол – без ближайшей речи.
rule-third_foul-short_30 = Третий фол – ближайшая речь 30 с.
rule-third_foul-nothing = Третий фол – без последствий.
rule-third_foul_at_3_or_4-lose_speech = Втроём-вчетвером – так же без речи.
rule-third_foul_at_3_or_4-short_30 = Втроём-вчетвером – речь 30 с.
rule-third_foul_at_3_or_4-nothing = Втроём-вчетвером – без последствий.
rule-lost_speech_s = Лишённый речи может выставить молча за { $n } с.
rule-removal_cancels_vote-none = Удаление голосования не отменяет.
rule-removal_cancels_vote-next = Удаление отменяет ближайшее голосование.
rule-removal_cancels_vote-fiim = Удаление отменяет ближайшее голосование, если удалённый не убит этой ночью и не заголосован.
rule-ppk-yes = ППК есть.
rule-ppk-no = ППК нет.
rule-outcry_s = За фол можно крикнуть: { $n } с.

rule-night_open_s = Открыть карту – { $n } с.
rule-shot_window_s = Выстрел { $n } с: убит тот, в кого стреляли все чёрные.
rule-shot_targets-living = Стреляют только в живых.
rule-shot_targets-all_seats = Стрелять можно в любой номер.
rule-no_shot-miss = Не стрелял – промах.
rule-no_shot-miss_and_note = Не стрелял – промах с пометкой для судьи.
rule-check_s = Проверки дона и шерифа – по { $n } с.
rule-best_move_when-morning = Лучший ход – утром, { $n } с.
rule-best_move_when-night = Лучший ход – ночью, { $n } с.
rule-best_move_condition-always = Его даёт первая боевая ночь.
rule-best_move_condition-no_day0_vote_out = Его даёт первая боевая ночь, если днём никто не заголосован.
rule-best_move_condition-at_most_one_day0_vote_out = Его даёт первая боевая ночь, если днём заголосован не более чем один.

rule-win = Красные побеждают, когда чёрных не осталось; чёрные – когда их не меньше, чем красных.
rule-draw_rule-off = Ничьей нет.
rule-draw_rule-three_combat_nights = Три боевые ночи подряд без ушедших – ничья.
rule-draw_resets_on-vote_or_shot = Счёт ночей сбивают голосование и выстрел.
rule-draw_resets_on-any_departure = Счёт ночей сбивает любой уход.
rule-final_speech-yes = Последнее слово есть, даже если всё решено.
rule-final_speech-no = Если всё решено, последнего слова нет.
rule-scoring-off = Баллов нет.
rule-scoring-tournament = Баллы турнирные.
rule-ci_formula-b40_cap04 = Ci до 0,4, при победе × { $factor }.
rule-ci_formula-b40_cap05 = Ci до 0,5, при победе × { $factor }.
rule-ci_formula-off = Ci нет, множитель { $factor }.
rule-ci_needs_black-always = Ci – только при чёрном в лучшем ходе.
rule-ci_needs_black-on_win = При победе Ci – только при чёрном в лучшем ходе.
rule-ci_needs_black-never = Ci – при любом лучшем ходе.
rule-protocol-record = Ведётся запись игры.
rule-protocol-sheet = Ведётся протокол.
rule-award_s = Допы судьи – { $n } мин.
rule-protest_s = Протест – { $n } мин.

rule-mic_wait_s = Микрофон ждём { $n } с.
rule-reconnect_s = Пропавшего говорящего – до { $n } с за игру.
rule-absence_s = Кого нет в канале { $n } с подряд, тот выбывает.
rule-pause_max_s = Пауза до { $n } мин.
