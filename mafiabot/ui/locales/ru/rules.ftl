rules-title = ## Правила стола: { $preset }
rules-changed = Подчёркнуто то, что изменил сервер (пунктов: { $n }).
rules-name-changed = { $preset } (изменений: { $n })
duration-s = { $n } с
duration-min = { $n } мин
decimal-mark = ,
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
rule-deal_s = На карту – { $time }.

rule-mafia_minute_s = Договорка { $time }.
rule-plan_mode-static = Отстрел статичный.
rule-plan_mode-static_or_dynamic = Отстрел статичный или динамичный.
rule-plan_author-don = Порядок отстрела ставит дон.
rule-plan_author-team = Порядок отстрела ставит любой чёрный.
rule-night0_reveal-sheriff_reminder = Шерифу напоминают его роль, { $time }.
rule-night0_reveal-wake_and_look = Дон и шериф просыпаются и смотрят на стол, по { $time }.
rule-night0_reveal-blind_signal = Дон и шериф отмечаются вслепую, по { $time }.
rule-free_seating_s = Свободная посадка { $time }.
rule-free_seating_s-off = Свободной посадки нет.

rule-first_day_label-0 = Первый день и первая ночь – нулевые.
rule-first_day_label-1 = Первый день и первая ночь – номер один.
rule-opener_rotation-next_living_after_last_opener = Круг открывает следующий живой после вчерашнего открывшего.
rule-opener_rotation-pointer = Круг открывает игрок под указателем: каждый вечер он сдвигается на следующего.
rule-opener_rotation-absolute_day_index = Круг открывает номер по счёту дня.
rule-speech_s = Речь { $time }, за речь одно выставление, отозвать его нельзя.
rule-finish_lock_s = Закончить речь можно не раньше чем через { $time }.
rule-finish_lock_s-off = Закончить речь можно сразу.
rule-day0_nominee_cap = В первый день выставляют не больше { $cap } { $cap ->
    [one] игрока
    [few] игроков
    [many] игроков
   *[other] игрока
}.
rule-no_nominee_cap = В первый день выставляют сколько угодно.
rule-last_word_s = Последнее слово { $time }.
rule-night_victim_nominates-yes = Убитый может выставить в последнем слове.
rule-night_victim_nominates-no = В последнем слове не выставляют.

rule-vote_window_ms = На каждого – { $time }.
rule-vote_settle_ms = Опоздавшие по связи нажатия ждём { $time }.
rule-unused_votes = Кто не голосовал – голосует в последнего.
rule-day0_vote-skip_single = Один выставленный в первый день – голосования нет.
rule-day0_vote-none = В первый день голосования нет.
rule-day0_vote-speech_only = В первый день лидеры голосования получают речь, но никто не уходит.
rule-day0_vote-raise_only = В первый день стол покидают только по подъёму.
rule-defence_s = При ничьей – речи по { $time } и переголосование.
rule-revote_order-same = Порядок переголосования прежний.
rule-revote_order-reversed = Порядок переголосования обратный.
rule-tie_repeat-same_set = Те же снова поровну – голосуем за подъём.
rule-tie_repeat-identical_division = За подъём голосуем, когда те же дважды набрали те же голоса.
rule-raise_window_s = На подъём { $time }.
rule-raise_threshold-more_than_half_of_living = Нужно больше половины живых; молчание – против.
rule-raise_cap-half_of_living = Поднять можно не больше половины стола.
rule-raise_cap-not_whole_table = Поднять весь стол нельзя.
rule-raise_cap-whole_table_draw = Подняли весь стол – ничья.
rule-raise_two_of_four-yes = Вчетвером двоих поднять можно.
rule-raise_two_of_four-no = Вчетвером при ничьей двоих – сразу ночь.
rule-raise_three_of_nine-yes = Троих из девяти поднять можно.
rule-raise_three_of_nine-no = Троих из девяти не поднимают: снова поровну – ночь.

rule-fouls-yes = Фолы есть, четвёртый – удаление.
rule-fouls-no = Фолов и удалений нет.
rule-third_foul-lose_speech = Третий фол – без ближайшей речи.
rule-third_foul-short_30 = Третий фол – ближайшая речь 30 с.
rule-third_foul-nothing = Третий фол – без последствий.
rule-third_foul_at_3_or_4-lose_speech = Втроём-вчетвером – без речи.
rule-third_foul_at_3_or_4-short_30 = Втроём-вчетвером – речь 30 с.
rule-third_foul_at_3_or_4-nothing = Втроём-вчетвером – без последствий.
rule-lost_speech_s = Лишённый речи может выставить молча за { $time }.
rule-lost_speech_s-off = Лишённый речи не выставляет.
rule-removal_cancels_vote-none = Удаление голосования не отменяет.
rule-removal_cancels_vote-next = Удаление отменяет ближайшее голосование.
rule-removal_cancels_vote-fiim = Удаление отменяет ближайшее голосование, если удалённый не убит этой ночью и не заголосован.
rule-ppk-yes = ППК есть.
rule-ppk-no = ППК нет.
rule-outcry_s = За фол можно крикнуть: { $time }.
rule-outcry_s-off = Крикнуть ценой фола нельзя.

rule-night_open_s = Открыть карту – { $time }.
rule-shot_window_s = Выстрел { $time }: убит тот, в кого стреляли все чёрные.
rule-shot_targets-living = Стреляют только в живых.
rule-shot_targets-all_seats = Стрелять можно в любой номер.
rule-no_shot-miss = Не стрелял – промах.
rule-no_shot-miss_and_note = Не стрелял – промах с пометкой для судьи.
rule-check_s = Проверки дона и шерифа – по { $time }.
rule-best_move_when-morning = Лучший ход – утром, { $time }.
rule-best_move_when-night = Лучший ход – ночью, { $time }.
rule-best_move_condition-always = Его даёт первая боевая ночь.
rule-best_move_condition-no_day0_vote_out = Его даёт первая боевая ночь, если в первый день никого не заголосовали.
rule-best_move_condition-at_most_one_day0_vote_out = Его даёт первая боевая ночь, если в первый день заголосовали не больше одного.

rule-win = Красные побеждают, когда чёрных не осталось; чёрные – когда их не меньше, чем красных.
rule-draw_rule-off = Ничьей нет.
rule-draw_rule-three_combat_nights = Три боевые ночи подряд без ушедших – ничья.
rule-draw_resets_on-vote_or_shot = Счёт ночей сбивает заголосованный или убитый.
rule-draw_resets_on-any_departure = Счёт ночей сбивает любой, кто покинул стол.
rule-final_speech-yes = Последнее слово есть, даже если всё решено.
rule-final_speech-no = Если всё решено, последнего слова нет.
rule-scoring-off = Баллов нет.
rule-scoring-tournament = Баллы турнирные.
rule-ci_formula-b40_cap04 = Ci до 0,4.
rule-ci_formula-b40_cap05 = Ci до 0,5.
rule-ci_formula-off = Ci нет.
rule-ci_win_factor_hundredths = При победе красных Ci × { $factor }.
rule-ci_needs_black-always = Ci – только при чёрном в лучшем ходе.
rule-ci_needs_black-on_win = При победе красных Ci – только при чёрном в лучшем ходе.
rule-ci_needs_black-never = Ci – при любом лучшем ходе.
rule-protocol-record = Ведётся запись игры.
rule-protocol-sheet = Ведётся протокол.
rule-award_s = Допы судья даёт { $time } после игры.
rule-award_s-off = Допов судья не даёт.
rule-protest_s = Протест принимают { $time } после игры.
rule-protest_s-off = Протестов нет.

rule-mic_wait_s = Микрофон ждём { $time }.
rule-reconnect_s = Пропавшего говорящего – до { $time } за игру.
rule-absence_s = Кого нет в канале { $time } подряд – решает судья; без судьи такой игрок выбывает.
rule-pause_max_s = Пауза до { $time }.
