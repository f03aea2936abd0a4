group-mafia-name = мафія
group-mafia-description = Спортивна мафія: стіл, гра, правила

cmd-open-name = відкрити
cmd-open-description = Відкрити стіл у голосовому каналі

cmd-start-name = старт
cmd-start-description = Почати гру: перевірка готовності та роздача ролей

cmd-stop-name = стоп
cmd-stop-description = Зупинити гру та закрити стіл

cmd-void-name = анулювати
cmd-void-description = Анулювати гру: вона не зараховується

cmd-pause-name = пауза
cmd-pause-description = Поставити гру на паузу

cmd-resume-name = продовжити
cmd-resume-description = Продовжити гру після паузи

cmd-rematch-name = реванш
cmd-rematch-description = Відкрити новий стіл тим самим складом

cmd-swap-name = обмін
cmd-swap-description = Поміняти двох гравців місцями до роздачі

cmd-unseat-name = зняти
cmd-unseat-description = Зняти гравця з місця або з гри

cmd-status-name = статус
cmd-status-description = Що зараз відбувається за столом

cmd-history-name = хід-гри
cmd-history-description = Виставлення, голоси й вибулі за днями

cmd-rules-name = правила
cmd-rules-description = Правила столу простими словами

cmd-glossary-name = словник
cmd-glossary-description = Що означає слово: розпил, розкритися, критика…

cmd-my-data-name = мої-дані
cmd-my-data-description = Що про вас зберігається: переглянути чи видалити

cmd-settings-name = налаштування
cmd-settings-description = Хто тут веде ігри, мова столів і власні правила сервера

cmd-check-name = перевірка
cmd-check-description = Перевірити права бота перед грою

cmd-unmute-all-name = повернути-мікрофони
cmd-unmute-all-description = Повернути мікрофони всім, кого ми вимкнули

cmd-help-name = допомога
cmd-help-description = Як грати й що натискати

opt-preset-name = правила
opt-preset-description = Клубні, класичні або турнірні

opt-channel-name = канал
opt-channel-description = Голосовий канал; якщо не вказано – той, де ви зараз

opt-first-name = перший
opt-first-description = Номер першого гравця

opt-second-name = другий
opt-second-description = Номер другого гравця

opt-seat-name = номер
opt-seat-description = Номер гравця за столом

opt-role-name = роль
opt-role-description = Хто з цією роллю, може відкривати та зупиняти ігри
opt-language-name = мова
opt-language-description = Мова столу та оголошень

opt-term-name = термін
opt-term-description = Слово будь-якою з трьох мов

opt-option-name = пункт
opt-option-description = Пункт правил: промова, третій фол, нічия…

opt-value-name = значення
opt-value-description = Яким пункт має бути на цьому сервері; як у правилах – default

opt-judge-sees-roles-name = суддя-бачить-ролі
opt-judge-sees-roles-description = Чи показувати ролі судді, який сам не грає

opt-mute-spectators-name = глушити-глядачів
opt-mute-spectators-description = Чи вимикати мікрофони глядачам у каналі столу, поки триває гра
opt-seat-nicknames-name = номери-в-іменах
opt-seat-nicknames-description = Чи ставити номер місця перед ім’ям гравця, поки триває гра
opt-deal-words-name = слова-до-роздачі
opt-deal-words-description = Чи може кожен гравець додати до роздачі слово, з наступного столу
opt-log-days-name = зберігати-журнал
opt-log-days-description = Скільки днів зберігати журнал подій закінченої гри; 0 – завжди
opt-action-name = дія
opt-action-description = Переглянути (якщо не вказано) чи видалити
opt-sure-name = точно
opt-sure-description = Видалити одразу; без цього спершу пояснять, що станеться
my-data-choice-show = переглянути
my-data-choice-delete = видалити
