cmd-protocol-name = протокол
cmd-protocol-description = Протокол завершеної гри: ролі, голоси, ночі, бали

protocol-choice = № { $number } · { $outcome } · { $preset }
protocol-no-games = Тут ще немає жодної завершеної гри.
protocol-no-such-game = Завершеної гри № { $number } тут немає. Номери підкаже поле «гра».

protocol-title = Протокол гри № { $number }
protocol-rules = Правила: { $preset }
protocol-when = Стіл відкрито { $opened }; роздача { $dealt }, кінець { $ended }
protocol-judge = Суддя: { $names }
protocol-no-judge = Без судді
protocol-seed = Зерно роздачі: { $seed }
protocol-commitment = Відбиток роздачі: { $commitment }
protocol-more = … далі – у доданому файлі

protocol-table = Стіл
protocol-seat = { $seat } · { $name } – { $role }, { $status }
protocol-seat-empty = { $seat } – порожній номер
protocol-seat-fouls = { $count ->
    [one] { $count } фол
    [few] { $count } фоли
    [many] { $count } фолів
   *[other] { $count } фола
  }
protocol-seat-disqualified = потім видалений
protocol-substitution = Заміна на номері { $seat }: замість { $former } грає { $name }
protocol-pauses = { $count ->
    [one] { $count } пауза
    [few] { $count } паузи
    [many] { $count } пауз
   *[other] { $count } паузи
  }, разом { $length }

protocol-plan = Порядок відстрілу: { $seats }
protocol-no-plan = Порядок відстрілу не записано
protocol-sign = Домовленість, гравець { $seat }: «{ $text }»
protocol-shots = Постріли: { $shots }
protocol-no-shots = Ніхто не стріляв
protocol-killed = Вбито { $seat }
protocol-nobody-killed = Нікого не вбито
protocol-night-broken = Гра закінчилася раніше, ніж ніч
protocol-check-don-hit = Дон перевірив { $seat }: шериф
protocol-check-don-miss = Дон перевірив { $seat }: не шериф
protocol-check-sheriff-hit = Шериф перевірив { $seat }: чорний
protocol-check-sheriff-miss = Шериф перевірив { $seat }: червоний
protocol-best-move = Найкращий хід гравця { $seat }: { $seats } (чорних: { $count })

protocol-speakers = Говорили: { $seats }
protocol-lost = Без промови (третій фол): { $seats }
protocol-vote = Голосування: { $votes }
protocol-revote = Переголосування { $n }: { $votes }
protocol-unfinished = Перервано: { $votes }
protocol-for = за { $seat } – { $hands } (усього { $count })
protocol-for-nobody = за { $seat } – ніхто
protocol-for-and-unused = за { $seat } – { $hands }, без голосу { $unused } (усього { $count })
protocol-for-unused = за { $seat } – без голосу { $unused } (усього { $count })
protocol-for-all = за { $seat } – усі (усього { $count })
protocol-tie = Автокатастрофа: { $seats }
protocol-raise-silent = Не відповіли: { $seats }
protocol-stayed = За правилами першого дня стіл ніхто не залишає: { $seats }
protocol-left = Стіл залишили: { $seats }
protocol-nobody-left = Стіл ніхто не залишив
protocol-skipped-nobody_nominated = Нікого не виставлено, голосування немає
protocol-skipped-single_on_first_day = Перший день, виставлено одного: голосування немає
protocol-skipped-none_on_first_day = Першого дня не голосують
protocol-skipped-cancelled = Кандидат вийшов із гри: голосування припинено
protocol-skipped-removal = Голосування скасовано: гравця видалено

protocol-at-deal = роздача
protocol-at-night = ніч
protocol-at-best_move = найкращий хід гравця { $speaker }
protocol-at-night_farewell = остання хвилина гравця { $speaker }
protocol-at-speech = промова гравця { $speaker }
protocol-at-vote = голосування
protocol-at-defence = виправдувальна промова гравця { $speaker }
protocol-at-farewell = остання хвилина гравця { $speaker }

protocol-foul = Фол { $n } гравцеві { $seat }: { $reason } ({ $where })
protocol-foul-taken-back = знято
protocol-removed = Видалений { $seat }: { $cause } ({ $where })
protocol-gone = Покинув гру { $seat }: { $cause } ({ $where })
protocol-team-loss = ППК: винуватець { $seat } ({ $where })
protocol-judge-did = Суддя: { $what } ({ $where })
protocol-undo = Суддя скасував: { $act } ({ $where }). Причина: { $reason }
protocol-undone = Не зараховано: { $facts }
protocol-words = «{ $text }»

protocol-fact-foul = фол { $n } гравцеві { $seat }
protocol-fact-foul_taken_back = зняття фолу { $n } з гравця { $seat }
protocol-fact-departure = вихід гравця { $seat } ({ $cause })
protocol-fact-substitution = заміна на номері { $seat }
protocol-fact-nomination = { $by } виставив { $seat }
protocol-fact-speech_ended = кінець промови гравця { $seat }
protocol-fact-skipped = слово гравця { $seat } перервано
protocol-fact-window = голоси за { $seat }: { $seats }
protocol-fact-round = голосування: { $votes }
protocol-fact-raise = підняття { $seats }: за – { $yes }, проти – { $no }
protocol-fact-vote_skipped = рішення не голосувати
protocol-fact-voted_out = стіл залишили { $seats }
protocol-fact-shot = { $by } стріляв у { $seat }
protocol-fact-check = { $by } перевірив { $seat }
protocol-fact-killed = вбито { $seat }
protocol-fact-nobody-killed = нікого не вбито
protocol-fact-best_move = найкращий хід гравця { $by }: { $seats }
protocol-fact-time_changed = { $seconds } с гравцеві { $seat }
protocol-fact-free-seating = { $seconds } с вільній посадці
protocol-fact-floor_given = слово гравцеві { $seat }, { $seconds } с
protocol-fact-phase_cut = етап завершено достроково

protocol-points = Бали
protocol-points-line = { $seat } · { $name }: { $total }
protocol-part-win = перемога { $points }
protocol-part-best_move = найкращий хід { $points }
protocol-part-bonus = дод { $points }
protocol-part-errors = ігрові помилки { $points }
protocol-part-removal = видалення { $points }
protocol-part-ci = Ci { $points }
protocol-ci-later = Ci рахується за всю дистанцію і сюди не входить
protocol-decimal-mark = ,
protocol-error = Ігрова помилка, гравець { $seat }: { $text }
protocol-error-bare = Ігрова помилка, гравець { $seat }

protocol-protests = Протести
protocol-protest = № { $id }, гравець { $seat }: «{ $text }» – { $state }
protocol-protest-open = на розгляді
protocol-protest-accepted = задоволено
protocol-protest-rejected = відхилено

protocol-sealed = Закрита частина, лише для судді
protocol-no-shot = { $night }: не стріляли { $seats }

sheet-title = ПРОТОКОЛ ГРИ
sheet-tournament = Турнір
sheet-stage = Етап
sheet-date = Дата
sheet-table = Стіл №
sheet-game = Гра №
sheet-player = Гравець
sheet-role = Роль
sheet-fouls = Фоли
sheet-points = Бали
sheet-extra = Дод.
sheet-letter-mafia = М
sheet-letter-don = Д
sheet-letter-sheriff = Ш
sheet-winner = Команда-переможець: { $team }
sheet-winner-red = червоні
sheet-winner-black = чорні
sheet-winner-draw = нічия
sheet-winner-none = немає
sheet-best-move = Найкращий хід: { $seats } (гравець № { $seat })
sheet-no-best-move = Найкращий хід: –
sheet-protest = Протест: { $seats }
sheet-judge = Суддя: { $names }
sheet-voting = Голосування { $n } ({ $day })
sheet-candidate = Канд.
sheet-votes = Голоси
sheet-revote = Переголос.
sheet-further = Ще переголосування: { $votes }
sheet-raised = Підняття: { $yes } з { $living }
sheet-back = Зворот
sheet-bonus = № { $seat }: дод { $points }
sheet-fine = № { $seat }: { $points }, { $reason }
sheet-fine-error = ігрова помилка
sheet-fine-removal = видалення
