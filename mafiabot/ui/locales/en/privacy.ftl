person-forgotten = player

my-data-title = ## What is kept about you
my-data-nothing = Nothing: you have not played in a finished game, and no table knows you.
my-data-games = Finished games with a seat of yours: { $games }
my-data-game = { $when } · { $server } · game { $number }
my-data-seat = - { $game }: seat { $seat }, { $role }, { $status }
my-data-more = …and { $more } more in the file.
my-data-named = Games that name you otherwise (you judged, opened the table, left the lobby, were replaced…): { $games }
my-data-protests = Protests of yours, with your words: { $protests }
my-data-tables = A table knows you now: { $channels }
my-data-debts = Your microphone is still to be given back: { $servers }
my-data-nicknames = Your nickname is still to be given back: { $servers }
my-data-voice = Where you were last seen in voice on this server, for the sake of microphones: in the file.
my-data-delete = To have it deleted: `/mafia my-data`, “delete”.
my-data-page = Who made a server’s settings is not recorded, and there are no statistics besides these games. What is kept where and how long stands in the bot’s docs/privacy.md.
my-data-sure = This cannot be undone. In all finished games, on every server, you become “player”: name and id are taken out of protocols and logs, your signs and protests lose their words. Results stay, and so do words that were mixed into a deal. To do it: `/mafia my-data`, “delete”, `sure:True`.
my-data-at-table = A table still knows you: { $channels }. Leave it, or wait until the game is over and told, and then ask again.
my-data-deleted = Done: in { $games } { $games ->
        [one] game
       *[other] games
    } you are “player” now.
my-data-deleted-nothing = Done: no finished game names you.
my-data-owed = What is still to be given back to you (microphone, nickname) is kept until you have it.
