check-title = ## Проверка канала { $channel }
permission-view_channel = Видеть канал
permission-send_messages = Отправлять сообщения
permission-attach_files = Прикреплять файлы
permission-read_history = Читать историю сообщений
permission-connect = Подключаться к голосовому каналу
permission-mute_members = Отключать участникам микрофон
check-muted = Микрофон отключён не нами: { $people }. На время речи бот его откроет, после игры вернёт как было.
check-self-unmuters = Могут включить себе микрофон сами: { $people }.
check-debts = Должны получить микрофон обратно, когда зайдут в голосовой канал: { $people }.
check-small = В канал помещается не больше { $limit } { $limit ->
    [one] человека
    [few] человек
    [many] человек
   *[other] человека
}, а за столом бывает до { $seats }: поднимите лимит участников канала.
check-latency = Discord отвечает за { $ms } мс.
check-offset = Часы Discord расходятся с нашими на { $ms } мс.
check-passed = Всё готово к игре.
check-failed = Играть здесь пока нельзя: выдайте боту отмеченные права в этом канале.
