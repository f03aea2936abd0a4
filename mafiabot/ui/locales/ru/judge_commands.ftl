group-judge-name = судья
group-judge-description = Инструменты судьи за идущей игрой

judge-cmd-foul-name = фол
judge-cmd-foul-description = Дать игроку фол

judge-cmd-unfoul-name = снять-фол
judge-cmd-unfoul-description = Снять с игрока последний фол

judge-cmd-remove-name = удалить
judge-cmd-remove-description = Удалить игрока из-за стола

judge-cmd-team-loss-name = ппк
judge-cmd-team-loss-description = Победа противоположной команды: команда нарушителя сразу проигрывает

judge-cmd-skip-name = прервать
judge-cmd-skip-description = Закончить речь, которая идёт сейчас

judge-cmd-end-phase-name = закончить-этап
judge-cmd-end-phase-description = Закончить свободную посадку или оставшиеся речи этого этапа

judge-cmd-time-name = время
judge-cmd-time-description = Добавить или убавить секунды

judge-cmd-floor-name = слово
judge-cmd-floor-description = Дать игроку слово вне очереди

judge-cmd-nominate-name = выставить
judge-cmd-nominate-description = Записать, кого говорящий выставил вслух

judge-cmd-best-move-name = лучший-ход
judge-cmd-best-move-description = Записать лучший ход, названный вслух

judge-cmd-substitute-name = замена
judge-cmd-substitute-description = Посадить человека из очереди вместо пропавшего

judge-cmd-wait-name = ждать
judge-cmd-wait-description = Ждать пропавшего игрока дальше

judge-cmd-undo-name = отменить
judge-cmd-undo-description = Вернуться на шаг или несколько назад

judge-cmd-award-name = доп
judge-cmd-award-description = Поставить дополнительные баллы после игры

judge-cmd-penalty-name = штраф
judge-cmd-penalty-description = Записать игровую ошибку: −0,4

judge-cmd-protest-name = протест
judge-cmd-protest-description = Решить по протесту

judge-cmd-hand-over-name = передать
judge-cmd-hand-over-description = Передать судейство

judge-cmd-co-judge-name = боковой
judge-cmd-co-judge-description = Назначить или отпустить бокового судью

menu-foul-name = Фол
menu-floor-name = Дать слово

opt-reason-name = причина
opt-reason-description = За что или почему

opt-text-name = текст
opt-text-description = Своими словами

opt-cause-name = причина
opt-cause-description = За что удаляем

opt-seconds-name = секунды
opt-seconds-description = Сколько секунд; с минусом – убавить

opt-length-name = длина
opt-length-description = Сколько секунд; если не указано – 30

opt-seats-name = номера
opt-seats-description = Номера в том порядке, как прозвучали: 3 5 7

opt-member-name = участник
opt-member-description = Кого

opt-steps-name = шаги
opt-steps-description = На сколько шагов назад

opt-points-name = баллы
opt-points-description = Десятыми: 0,1, 0,2 …; 0 снимает доп

opt-game-name = игра
opt-game-description = Номер игры; если не указан – последняя здесь

opt-number-name = протест
opt-number-description = Номер протеста

opt-verdict-name = решение
opt-verdict-description = Принять или отклонить

judge-verdict-accepted = принят
judge-verdict-rejected = отклонён
