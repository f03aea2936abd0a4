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

outcome-red = Перемога червоних!
outcome-black = Перемога чорних!
outcome-draw = Нічия
outcome-stopped = Гру зупинено
outcome-void = Гру анульовано

button-join = Сісти за стіл
button-leave = Встати з-за столу
button-rules = Правила
button-ready = Готовий
button-hand = Моя карта
button-finish = Завершити промову
button-history = Хід гри
button-vote = Голосую за { $seat } · { $name }
button-raise-yes = Підняти всіх
button-raise-no = Залишити всіх
button-plan-clear = Стерти план
button-give-up = Вийти з гри
button-give-up-confirm = Так, виходжу з гри
button-back = Повернутися до карти

select-none = Зараз обирати нічого
select-nominate = Виставити гравця
select-best_move = Найкращий хід: до трьох номерів
select-plan = Додати в порядок відстрілу
select-shoot = Постріл: у кого?
select-check = Перевірка: кого?
option-no-shot = Не стріляти
