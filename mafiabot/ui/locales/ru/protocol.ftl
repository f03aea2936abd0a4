cmd-protocol-name = протокол
cmd-protocol-description = Протокол завершённой игры: роли, голоса, ночи, баллы

protocol-choice = № { $number } · { $outcome } · { $preset }
protocol-no-games = Здесь ещё нет ни одной завершённой игры.
protocol-no-such-game = Завершённой игры № { $number } здесь нет. Номера подскажет поле «игра».

protocol-title = Протокол игры № { $number }
protocol-rules = Правила: { $preset }
protocol-when = Стол открыт { $opened }; раздача { $dealt }, конец { $ended }
protocol-judge = Судья: { $names }
protocol-no-judge = Без судьи
protocol-seed = Зерно раздачи: { $seed }
protocol-commitment = Отпечаток раздачи: { $commitment }
protocol-more = … дальше – в приложенном файле

protocol-table = Стол
protocol-seat = { $seat } · { $name } – { $role }, { $status }
protocol-seat-empty = { $seat } – пустой номер
protocol-seat-fouls = { $count ->
    [one] { $count } фол
    [few] { $count } фола
    [many] { $count } фолов
   *[other] { $count } фола
  }
protocol-seat-disqualified = затем удалён
protocol-substitution = Замена на номере { $seat }: вместо { $former } играет { $name }
protocol-pauses = { $count ->
    [one] { $count } пауза
    [few] { $count } паузы
    [many] { $count } пауз
   *[other] { $count } паузы
  }, всего { $length }

protocol-plan = Порядок отстрела: { $seats }
protocol-no-plan = Порядок отстрела не записан
protocol-sign = Договорённость, игрок { $seat }: «{ $text }»
protocol-shots = Выстрелы: { $shots }
protocol-no-shots = Никто не стрелял
protocol-killed = Убит { $seat }
protocol-nobody-killed = Никто не убит
protocol-night-broken = Игра закончилась раньше, чем ночь
protocol-check-don-hit = Дон проверил { $seat }: шериф
protocol-check-don-miss = Дон проверил { $seat }: не шериф
protocol-check-sheriff-hit = Шериф проверил { $seat }: чёрный
protocol-check-sheriff-miss = Шериф проверил { $seat }: красный
protocol-best-move = Лучший ход игрока { $seat }: { $seats } (чёрных: { $count })

protocol-speakers = Говорили: { $seats }
protocol-lost = Без речи (третий фол): { $seats }
protocol-vote = Голосование: { $votes }
protocol-revote = Переголосование { $n }: { $votes }
protocol-unfinished = Прервано: { $votes }
protocol-for = за { $seat } – { $hands } (всего { $count })
protocol-for-nobody = за { $seat } – никто
protocol-for-and-unused = за { $seat } – { $hands }, без голоса { $unused } (всего { $count })
protocol-for-unused = за { $seat } – без голоса { $unused } (всего { $count })
protocol-for-all = за { $seat } – все (всего { $count })
protocol-tie = Автокатастрофа: { $seats }
protocol-raise-silent = Не ответили: { $seats }
protocol-stayed = По правилам первого дня стол никто не покидает: { $seats }
protocol-left = Стол покинули: { $seats }
protocol-nobody-left = Стол никто не покинул
protocol-skipped-nobody_nominated = Никто не выставлен, голосования нет
protocol-skipped-single_on_first_day = Первый день, выставлен один: голосования нет
protocol-skipped-none_on_first_day = В первый день не голосуют
protocol-skipped-cancelled = Кандидат вышел из игры: голосование прекращено
protocol-skipped-removal = Голосование отменено: игрок удалён

protocol-at-deal = раздача
protocol-at-night = ночь
protocol-at-best_move = лучший ход игрока { $speaker }
protocol-at-night_farewell = последнее слово игрока { $speaker }
protocol-at-speech = речь игрока { $speaker }
protocol-at-vote = голосование
protocol-at-defence = оправдательная речь игрока { $speaker }
protocol-at-farewell = последнее слово игрока { $speaker }

protocol-foul = Фол { $n } игроку { $seat }: { $reason } ({ $where })
protocol-foul-taken-back = снят
protocol-removed = Удалён { $seat }: { $cause } ({ $where })
protocol-gone = Покинул игру { $seat }: { $cause } ({ $where })
protocol-team-loss = ППК: виновник { $seat } ({ $where })
protocol-judge-did = Судья: { $what } ({ $where })
protocol-undo = Судья отменил: { $act } ({ $where }). Причина: { $reason }
protocol-undone = Не засчитано: { $facts }
protocol-words = «{ $text }»

protocol-fact-foul = фол { $n } игроку { $seat }
protocol-fact-foul_taken_back = снятие фола { $n } с игрока { $seat }
protocol-fact-departure = уход игрока { $seat } ({ $cause })
protocol-fact-substitution = замена на номере { $seat }
protocol-fact-nomination = { $by } выставил { $seat }
protocol-fact-speech_ended = конец речи игрока { $seat }
protocol-fact-skipped = слово игрока { $seat } прервано
protocol-fact-window = голоса за { $seat }: { $seats }
protocol-fact-round = голосование: { $votes }
protocol-fact-raise = подъём { $seats }: за – { $yes }, против – { $no }
protocol-fact-vote_skipped = решение не голосовать
protocol-fact-voted_out = стол покинули { $seats }
protocol-fact-shot = { $by } стрелял в { $seat }
protocol-fact-check = { $by } проверил { $seat }
protocol-fact-killed = убит { $seat }
protocol-fact-nobody-killed = никто не убит
protocol-fact-best_move = лучший ход игрока { $by }: { $seats }
protocol-fact-time_changed = { $seconds } с игроку { $seat }
protocol-fact-free-seating = { $seconds } с свободной посадке
protocol-fact-floor_given = слово игроку { $seat }, { $seconds } с
protocol-fact-phase_cut = этап закончен досрочно

protocol-points = Баллы
protocol-points-line = { $seat } · { $name }: { $total }
protocol-part-win = победа { $points }
protocol-part-best_move = лучший ход { $points }
protocol-part-bonus = доп { $points }
protocol-part-errors = игровые ошибки { $points }
protocol-part-removal = удаление { $points }
protocol-part-ci = Ci { $points }
protocol-ci-later = Ci считается по всей дистанции и сюда не входит
protocol-decimal-mark = ,
protocol-error = Игровая ошибка, игрок { $seat }: { $text }
protocol-error-bare = Игровая ошибка, игрок { $seat }

protocol-protests = Протесты
protocol-protest = № { $id }, игрок { $seat }: «{ $text }» – { $state }
protocol-protest-open = на рассмотрении
protocol-protest-accepted = удовлетворён
protocol-protest-rejected = отклонён

protocol-sealed = Закрытая часть, только для судьи
protocol-no-shot = { $night }: не стреляли { $seats }

sheet-title = ПРОТОКОЛ ИГРЫ
sheet-tournament = Турнир
sheet-stage = Этап
sheet-date = Дата
sheet-table = Стол №
sheet-game = Игра №
sheet-player = Игрок
sheet-role = Роль
sheet-fouls = Фолы
sheet-points = Баллы
sheet-extra = Допы
sheet-letter-mafia = М
sheet-letter-don = Д
sheet-letter-sheriff = Ш
sheet-winner = Победившая команда: { $team }
sheet-winner-red = красные
sheet-winner-black = чёрные
sheet-winner-draw = ничья
sheet-winner-none = нет
sheet-best-move = Лучший ход: { $seats } (игрок № { $seat })
sheet-no-best-move = Лучший ход: –
sheet-protest = Протест: { $seats }
sheet-judge = Судья: { $names }
sheet-voting = Голосование { $n } ({ $day })
sheet-candidate = Канд.
sheet-votes = Голоса
sheet-revote = Переголос.
sheet-further = Ещё переголосование: { $votes }
sheet-raised = Подъём: { $yes } из { $living }
sheet-back = Оборот
sheet-bonus = № { $seat }: доп { $points }
sheet-fine = № { $seat }: { $points }, { $reason }
sheet-fine-error = игровая ошибка
sheet-fine-removal = удаление
