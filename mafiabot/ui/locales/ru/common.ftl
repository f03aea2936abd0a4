day = День { $n }
night = Ночь { $n }

role-civilian = мирный житель
role-sheriff = шериф
role-mafia = мафия
role-don = дон

preset-club = клубные
preset-classic = классические
preset-tournament = турнирные

language-ru = русский
language-uk = украинский
language-en = английский

status-alive = в игре
status-voted_out = заголосован
status-killed = убит
status-gone = вышел из игры
status-removed = удалён
status-absent = пустой номер

outcome-red = Победа красных!
outcome-black = Победа чёрных!
outcome-draw = Ничья
outcome-stopped = Игра остановлена
outcome-void = Игра аннулирована

foul-reason-out_of_turn = речь не в свою очередь
foul-reason-during_vote = речь или жест на голосовании
foul-reason-gesturing = излишняя жестикуляция
foul-reason-knocking = стук или касание
foul-reason-arguing = спор с судьёй
foul-reason-unethical = неэтичное поведение
foul-reason-other = другая причина
foul-reason-outcry = выкрик

cause-gave_up = вышел из игры
cause-unseated = снят с игры ведущим
cause-absent = не вернулся в канал
cause-fourth_foul = четвёртый фол
cause-night_breach = речь или жест ночью
cause-best_move_comment = посторонние слова в лучшем ходе
cause-card_shown = показ карты
cause-team_loss = ППК
cause-other = решение судьи

act-foul = фол игроку { $seat }
act-foul_taken_back = снятый фол игрока { $seat }
act-removal = удаление игрока { $seat }
act-gone = уход игрока { $seat }
act-nomination = выставление игрока { $seat }
act-best_move = лучший ход игрока { $seat }
act-speech_ended = конец речи игрока { $seat }
act-phase_ended = этап закончен досрочно
act-window_closed = голоса за игрока { $seat }
act-raise_decided = голосование за подъём
act-time_changed = изменение времени
act-floor_given = слово вне очереди игроку { $seat }
act-substitution = замена на номере { $seat }

button-join = Сесть за стол
button-leave = Встать из-за стола
button-rules = Правила
button-ready = Готов
button-hand = Моя карта
button-finish = Закончить речь
button-cry-out = Выкрикнуть (фол)
button-cry-out-confirm = Да, выкрикиваю
button-history = Ход игры
button-vote = Голосую за { $seat } · { $name }
button-raise-yes = Поднять всех
button-raise-no = Оставить всех
button-plan-clear = Стереть план
button-give-up = Выйти из игры
button-give-up-confirm = Да, выхожу из игры
button-back = Вернуться к карте
button-sign = Знак
button-judge = Судье

select-none = Сейчас выбирать нечего
select-nominate = Выставить игрока
select-best_move = Лучший ход: до трёх номеров
select-plan = Добавить в порядок отстрела
select-plan_and_sign = Добавить в порядок отстрела
select-shoot = Выстрел: в кого?
select-check = Проверка: кого?
option-no-shot = Не стрелять
