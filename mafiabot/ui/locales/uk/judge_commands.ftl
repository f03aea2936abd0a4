group-judge-name = суддя
group-judge-description = Інструменти судді під час гри

judge-cmd-foul-name = фол
judge-cmd-foul-description = Дати гравцеві фол

judge-cmd-unfoul-name = зняти-фол
judge-cmd-unfoul-description = Зняти з гравця останній фол

judge-cmd-remove-name = видалити
judge-cmd-remove-description = Видалити гравця з-за столу

judge-cmd-team-loss-name = ппк
judge-cmd-team-loss-description = Перемога протилежної команди: команда порушника одразу програє

judge-cmd-skip-name = перервати
judge-cmd-skip-description = Завершити промову, що триває зараз

judge-cmd-end-phase-name = завершити-етап
judge-cmd-end-phase-description = Завершити вільну посадку або решту промов цього етапу

judge-cmd-time-name = час
judge-cmd-time-description = Додати чи відняти секунди

judge-cmd-floor-name = слово
judge-cmd-floor-description = Дати гравцеві слово поза чергою

judge-cmd-nominate-name = виставити
judge-cmd-nominate-description = Записати, кого промовець виставив уголос

judge-cmd-best-move-name = найкращий-хід
judge-cmd-best-move-description = Записати найкращий хід, названий уголос

judge-cmd-substitute-name = заміна
judge-cmd-substitute-description = Посадити людину з черги замість зниклого

judge-cmd-wait-name = чекати
judge-cmd-wait-description = Чекати зниклого гравця далі

judge-cmd-undo-name = скасувати
judge-cmd-undo-description = Повернутися на крок чи кілька назад

judge-cmd-award-name = доп
judge-cmd-award-description = Поставити додаткові бали після гри

judge-cmd-penalty-name = штраф
judge-cmd-penalty-description = Записати ігрову помилку: −0,4

judge-cmd-protest-name = протест
judge-cmd-protest-description = Вирішити щодо протесту

judge-cmd-hand-over-name = передати
judge-cmd-hand-over-description = Передати суддівство

judge-cmd-co-judge-name = боковий
judge-cmd-co-judge-description = Призначити або відпустити бокового суддю

menu-foul-name = Фол
menu-floor-name = Дати слово

opt-reason-name = причина
opt-reason-description = За що або чому

opt-text-name = текст
opt-text-description = Своїми словами

opt-cause-name = причина
opt-cause-description = За що видаляємо

opt-seconds-name = секунди
opt-seconds-description = Скільки секунд; з мінусом – відняти

opt-length-name = тривалість
opt-length-description = Скільки секунд; якщо не вказано – 30

opt-seats-name = номери
opt-seats-description = Номери в тому порядку, як прозвучали: 3 5 7

opt-member-name = учасник
opt-member-description = Кого

opt-steps-name = кроки
opt-steps-description = На скільки кроків назад

opt-points-name = бали
opt-points-description = Десятими: 0,1, 0,2 …; 0 знімає доп

opt-game-name = гра
opt-game-description = Номер гри; якщо не вказано – остання тут

opt-number-name = протест
opt-number-description = Номер протесту

opt-verdict-name = рішення
opt-verdict-description = Прийняти чи відхилити

judge-verdict-accepted = прийнято
judge-verdict-rejected = відхилено
