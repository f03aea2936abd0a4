group-mafia-name = мафия
group-mafia-description = Спортивная мафия: стол, игра, правила

cmd-open-name = открыть
cmd-open-description = Открыть стол в голосовом канале

cmd-start-name = старт
cmd-start-description = Начать игру: проверка готовности и раздача ролей

cmd-stop-name = стоп
cmd-stop-description = Остановить игру и закрыть стол

cmd-void-name = аннулировать
cmd-void-description = Аннулировать игру: она не засчитывается

cmd-pause-name = пауза
cmd-pause-description = Поставить игру на паузу

cmd-resume-name = продолжить
cmd-resume-description = Продолжить игру после паузы

cmd-rematch-name = реванш
cmd-rematch-description = Открыть новый стол тем же составом

cmd-swap-name = обмен
cmd-swap-description = Поменять двух игроков местами до раздачи

cmd-unseat-name = снять
cmd-unseat-description = Снять игрока с места или с игры

cmd-status-name = статус
cmd-status-description = Что сейчас происходит за столом

cmd-history-name = ход-игры
cmd-history-description = Выставления, голоса и ушедшие по дням

cmd-rules-name = правила
cmd-rules-description = Правила стола простыми словами

cmd-glossary-name = словарь
cmd-glossary-description = Что значит слово: попил, вскрыться, критика…

cmd-my-data-name = мои-данные
cmd-my-data-description = Что о вас хранится: посмотреть или удалить

cmd-settings-name = настройки
cmd-settings-description = Кто здесь ведёт игры, язык столов и собственные правила сервера

cmd-check-name = проверка
cmd-check-description = Проверить права бота перед игрой

cmd-unmute-all-name = вернуть-микрофоны
cmd-unmute-all-description = Вернуть микрофоны всем, кого мы отключили

cmd-help-name = помощь
cmd-help-description = Как играть и что нажимать

opt-preset-name = правила
opt-preset-description = Клубные, классические или турнирные

opt-channel-name = канал
opt-channel-description = Голосовой канал; если не указан – тот, где вы сейчас

opt-first-name = первый
opt-first-description = Номер первого игрока

opt-second-name = второй
opt-second-description = Номер второго игрока

opt-seat-name = номер
opt-seat-description = Номер игрока за столом

opt-role-name = роль
opt-role-description = Кто с этой ролью, может открывать и останавливать игры
opt-language-name = язык
opt-language-description = Язык стола и объявлений

opt-term-name = термин
opt-term-description = Слово на любом из трёх языков

opt-option-name = пункт
opt-option-description = Пункт правил: речь, третий фол, ничья…

opt-value-name = значение
opt-value-description = Каким пункт должен быть на этом сервере; как в правилах – default

opt-judge-sees-roles-name = судья-видит-роли
opt-judge-sees-roles-description = Показывать ли роли судье, который сам не играет

opt-mute-spectators-name = глушить-зрителей
opt-mute-spectators-description = Выключать ли микрофоны зрителям в канале стола, пока идёт игра
opt-seat-nicknames-name = номера-в-именах
opt-seat-nicknames-description = Ставить ли номер места перед именем игрока, пока идёт игра
opt-deal-words-name = слова-к-раздаче
opt-deal-words-description = Может ли каждый игрок добавить к раздаче слово, со следующего стола
opt-log-days-name = хранить-журнал
opt-log-days-description = Сколько дней хранить журнал событий законченной игры; 0 – всегда
opt-action-name = действие
opt-action-description = Посмотреть (если не указано) или удалить
opt-sure-name = точно
opt-sure-description = Удалить сразу; без этого сначала объяснят, что произойдёт
my-data-choice-show = посмотреть
my-data-choice-delete = удалить
