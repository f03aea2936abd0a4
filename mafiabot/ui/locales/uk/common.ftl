day = День { $n }
night = Ніч { $n }

role-civilian = мирний мешканець
role-sheriff = шериф
role-mafia = мафія
role-don = дон

preset-club = клубні
preset-classic = класичні
preset-tournament = турнірні

language-ru = російська
language-uk = українська
language-en = англійська

status-alive = у грі
status-voted_out = заголосований
status-killed = вбитий
status-gone = вийшов із гри
status-removed = видалений
status-absent = порожній номер

outcome-red = Перемога червоних!
outcome-black = Перемога чорних!
outcome-draw = Нічия
outcome-stopped = Гру зупинено
outcome-void = Гру анульовано

foul-reason-out_of_turn = слова поза чергою
foul-reason-during_vote = слова або жест на голосуванні
foul-reason-gesturing = надмірна жестикуляція
foul-reason-knocking = стук або дотик
foul-reason-arguing = суперечка із суддею
foul-reason-unethical = неетична поведінка
foul-reason-other = інша причина
foul-reason-outcry = вигук

cause-gave_up = вийшов із гри
cause-unseated = знятий із гри ведучим
cause-absent = не повернувся в канал
cause-fourth_foul = четвертий фол
cause-night_breach = слова або жест уночі
cause-best_move_comment = сторонні слова в найкращому ході
cause-card_shown = показ карти
cause-team_loss = ППК
cause-other = рішення судді

act-foul = фол гравцеві { $seat }
act-foul_taken_back = знятий фол гравця { $seat }
act-removal = видалення гравця { $seat }
act-gone = вихід гравця { $seat }
act-nomination = виставлення гравця { $seat }
act-best_move = найкращий хід гравця { $seat }
act-speech_ended = кінець промови гравця { $seat }
act-phase_ended = етап завершено достроково
act-window_closed = голоси за гравця { $seat }
act-raise_decided = голосування за підняття
act-time_changed = зміна часу
act-floor_given = слово поза чергою гравцеві { $seat }
act-substitution = заміна на номері { $seat }

button-join = Сісти за стіл
button-leave = Встати з-за столу
button-rules = Правила
button-ready = Готовий
button-hand = Моя карта
button-finish = Завершити промову
button-cry-out = Вигукнути (фол)
button-cry-out-confirm = Так, вигукую
button-history = Хід гри
button-vote = Голосую за { $seat } · { $name }
button-raise-yes = Підняти всіх
button-raise-no = Залишити всіх
button-plan-clear = Стерти план
button-give-up = Вийти з гри
button-give-up-confirm = Так, виходжу з гри
button-back = Повернутися до карти
button-sign = Знак
button-judge = Судді

select-none = Зараз обирати нічого
select-nominate = Виставити гравця
select-best_move = Найкращий хід: до трьох номерів
select-plan = Додати в порядок відстрілу
select-plan_and_sign = Додати в порядок відстрілу
select-shoot = Постріл: у кого?
select-check = Перевірка: кого?
option-no-shot = Не стріляти
