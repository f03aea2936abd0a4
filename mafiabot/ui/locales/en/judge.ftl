judge-title = ### Judge’s panel · game No. { $number }
judge-open = Choose a player, or a tool below.
judge-nobody = This table has no judge. A moderator who does not play can take it: `/judge hand-over`.
judge-not-yet = The game has not begun. Whoever starts it from the table’s channel without a seat judges it.
judge-over = The game is over, this panel works no longer.
judge-changed = The game has moved on meanwhile, so nothing was done. Look again.
judge-no-bot = A bot cannot judge.
judge-no-player = That person does not play at this table.
judge-not-numbers = Give the numbers like this: `3 5 7`.
judge-asked = ⏳ { $seat } has been gone for long: wait on, or remove?
judge-by-hand = ✋ Set by hand and left to you until the turn ends: { $seats }
judge-wrote = ✍️ Wrote in the chat tonight: { $seats }
judge-chosen = Chosen: { $seat } – { $marks }
judge-fouls = { $count ->
    [0] no fouls
    [one] { $count } foul
   *[other] { $count } fouls
}
judge-roles = Roles: ||{ $roles }||
judge-ask-foul = A foul for { $seat }: for what?
judge-ask-remove = Remove { $seat } from the game? No last word, no way back but an undo.
judge-ask-team-loss = The team of { $seat } loses at once and the game is over. Are you sure?
judge-ask-void = Annul the game? It ends at once and never counts.

judge-select-seat = Player
judge-select-first = Choose a player first
judge-select-foul = Foul for player { $seat }: reason
judge-select-no-foul = No foul possible now
judge-select-cause = Remove for what?
judge-select-undo = Undo: back to before …
judge-select-no-undo = Nothing to undo

judge-button-unfoul = Take foul back
judge-button-floor = Give floor
judge-button-substitute = Substitute
judge-button-remove = Remove …
judge-button-remove-yes = Yes, remove
judge-button-remove-absent = Remove { $seat }
judge-button-team-loss = Team loss …
judge-button-team-loss-yes = Yes, the team loses
judge-button-skip = End speech
judge-button-more = +{ $n } s
judge-button-less = −{ $n } s
judge-button-end = End phase
judge-button-pause = Pause
judge-button-resume = Resume
judge-button-check = Check
judge-button-wait = Wait for { $seat }
judge-button-refresh = Refresh
judge-button-void = Annul game …
judge-button-void-yes = Yes, annul
judge-button-back = Back

judge-form-foul = Foul for player { $seat }
judge-form-text = For what, in your own words
judge-form-undo = Undo
judge-form-reason = Why? Everybody will read it

judge-done-foul = Foul given: { $seat }, that makes { $count }.
judge-done-foul-third = Third foul: { $seat } loses the next speech.
judge-done-foul-third-short = Third foul: { $seat } has a short next speech.
judge-done-foul-fourth = Fourth foul: { $seat } is out of the game.
judge-done-unfoul = Foul taken back: { $seat }, { $count } left.
judge-done-remove = Removed: { $seat }.
judge-done-team-loss = Team loss: the team of { $seat } has lost.
judge-done-skip = The speech is ended.
judge-done-end-phase = The phase is ended.
judge-done-more = Time added: { $n } s.
judge-done-less = Time taken away: { $n } s, or what was left of it.
judge-done-floor = The floor goes to { $seat } for { $n } s.
judge-done-nominate = Nominated: { $seat }.
judge-done-best-move = Best move written down: { $seats }.
judge-done-substitute = Seat { $seat } is played on by { $who }.
judge-done-wait = Waiting on for { $seat }.
judge-done-undo = Undone ({ $steps }): { $what }.
judge-done-hand-over = The judge now is { $who }.
judge-done-co-judge = Side judge: { $who }.
judge-done-no-co-judge = There is no side judge any more.

points = { $whole }.{ $tenths }
award-given = { $seat }: { $points } awarded.
award-taken-back = { $seat }: the award is taken back.
award-left = Left for this game: { $points }, for { $players ->
    [0] no more players
    [one] { $players } more player
   *[other] { $players } more players
}.
award-most = This player can be given at most { $points }.
award-draw = Nobody is awarded anything in a draw.
award-not_a_step = Awards go in steps of 0.1.
award-over_most = That is more than this player’s result allows: up to 0.7 for a winner, up to 0.4 for a loser.
award-too_many_players = Five players have been awarded already.
award-over_budget = That is more than is left of 1.2 for this game.
penalty-given = { $seat }: a game error is written down, −0.4.
protest-settled-accepted = Protest { $number } of { $seat }: accepted.
protest-settled-rejected = Protest { $number } of { $seat }: rejected.

after-no_such_game = There is no finished game of that number here.
after-not_scored = This game has no points: the rules give none, or it was broken off.
after-awards_closed = Too late: awards and penalties are given within { $minutes } min after the end.
after-not_a_seat = Nobody played under that number.
after-no_protests = The rules of this game know no protests.
after-protests_closed = Too late: a protest is made within { $minutes } min after the end.
after-not_a_player = Only somebody who played this game can protest.
after-protested_already = You have protested against this game already.
after-no_text = A protest needs a text.
after-text_too_long = At most { $limit } characters, please.
after-no_such_protest = There is no protest of that number.
after-settled_already = This protest is decided, and that is final.
