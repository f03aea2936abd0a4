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

outcome-red = Победа красных!
outcome-black = Победа чёрных!
outcome-draw = Ничья
outcome-stopped = Игра остановлена
outcome-void = Игра аннулирована

button-join = Сесть за стол
button-leave = Встать из-за стола
button-rules = Правила
button-ready = Готов
button-hand = Моя карта
button-finish = Закончить речь
button-history = Ход игры
button-vote = Голосую за { $seat } · { $name }
button-raise-yes = Поднять всех
button-raise-no = Оставить всех
button-plan-clear = Стереть план
button-give-up = Выйти из игры
button-give-up-confirm = Да, выхожу из игры
button-back = Вернуться к карте

select-none = Сейчас выбирать нечего
select-nominate = Выставить игрока
select-best_move = Лучший ход: до трёх номеров
select-plan = Добавить в порядок отстрела
select-shoot = Выстрел: в кого?
select-check = Проверка: кого?
option-no-shot = Не стрелять
