check-title = ## Перевірка каналу { $channel }
permission-view_channel = Бачити канал
permission-send_messages = Надсилати повідомлення
permission-attach_files = Прикріплювати файли
permission-read_history = Читати історію повідомлень
permission-connect = Під'єднуватися до голосового каналу
permission-mute_members = Вимикати учасникам мікрофон
check-muted = Мікрофон вимкнено не нами: { $people }. На час промови бот його відкриє, після гри поверне, як було.
check-self-unmuters = Можуть увімкнути собі мікрофон самі: { $people }.
check-debts = Мають отримати мікрофон назад, коли зайдуть у голосовий канал: { $people }.
check-small = У канал уміщується не більше { $limit } { $limit ->
    [one] людини
    [few] людей
    [many] людей
   *[other] людини
}, а за столом буває до { $seats }: підніміть ліміт учасників каналу.
check-latency = Discord відповідає за { $ms } мс.
check-offset = Годинник Discord розходиться з нашим на { $ms } мс.
check-passed = Усе готово до гри.
check-failed = Грати тут поки не можна: надайте боту позначені права в цьому каналі.
