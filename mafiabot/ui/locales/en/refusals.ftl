refusal-you = you
refusal-not_seated = You are not at this table.
refusal-not_moderator = Only the judge can do that.
refusal-not_alive = You have left the table.
refusal-already_seated = You are at the table already, in seat { $seat }.
refusal-already_waiting = You are in the waiting list already.
refusal-seated_elsewhere = Already seated at another table of this server: { $who }.
refusal-no_table = There is no open table in this channel.
refusal-table_open_here = A table is open in this channel already.
refusal-table_stuck = The table was halted by an error. The judge can close it: `/mafia stop`.
refusal-unknown_preset = There are no such rules: { $preset }.
refusal-bad_ruleset = These rules do not go together; the table was not opened.
refusal-wrong_phase = Not now: this is not the moment for it.
refusal-game_over = The game is over.
refusal-game_not_over = The game is still on.
refusal-not_allowed_by_rules = The rules of this table do not allow that.
refusal-too_few = The game needs at least { $need }, and { $have } { $have ->
    [one] player is
   *[other] players are
} at the table.
refusal-too_many = At most { $most } can play at this table, and { $have } { $have ->
    [one] player is
   *[other] players are
} seated.
refusal-not_in_voice = Not in the table's voice channel: { $names }.
refusal-not_ready_check = There is no ready check now.
refusal-already_ready = You are marked as ready already.
refusal-no_words_now = Words are added during the ready check only.
refusal-no_words_here = This table deals without the players’ words.
refusal-word_stands = You are ready already, so your word stands. Words are added before pressing “Ready”.
refusal-word_too_long = The word is too long: { $most } characters at most.
refusal-word_unreadable = Write the word with characters that can be seen: letters, digits, signs.
refusal-seat_not_occupied = Nobody is in seat { $seat }.
refusal-same_seat = That is the same seat.
refusal-swap_after_deal = The roles are dealt, it is too late to trade seats.
refusal-not_your_floor = You do not have the floor.
refusal-finish_locked = The speech has only just begun: the button works in a moment.
refusal-no_outcry = You cannot cry out now: only during a speech, and never in a last word, a best move, a vote or at night.
refusal-outcry_runs = Player { $seat } is crying out already: wait a few seconds.
refusal-has_floor = You have the floor already.
refusal-floor_is_his = { $seat } has the floor already.
refusal-out_of_channel = You are not in the table’s voice channel: nobody would hear you.
refusal-too_late = Time is up. A press counts by when it was made, and this one was made after the end.
refusal-too_early = Too early. Press again when it is time.
refusal-nominate_only_in_speech = You can nominate in your own minute only.
refusal-already_nominated_one = { $seat } has been nominated in this speech already; a second one is not possible.
refusal-already_on_list = Player { $seat } is on the list already. You may nominate somebody else.
refusal-seat_not_alive = Player { $seat } is no longer at the table. Choose somebody else.
refusal-list_full = The list is full: on the first day at most { $cap } { $cap ->
    [one] player is
   *[other] players are
} nominated.
refusal-no_window = There is no vote now.
refusal-other_window = That vote is closed.
refusal-already_voted = You have voted, and a vote cannot be changed.
refusal-not_a_candidate = Player { $seat } is not up for the vote.
refusal-not_your_role = The shooting order is not yours to write.
refusal-stale_hand = This hand is out of date. Open a new one with “My hand”.
refusal-plan_too_long = A shooting order holds nine numbers at most.
refusal-not_a_seat = There is no such number at the table: { $seat }.
refusal-own_seat = You cannot choose yourself.
refusal-already_checked = The choice of this night has been made.
refusal-pressed_since = You have chosen again since: what you pressed last counts.
refusal-too_many_named = You may name at most { $most } { $most ->
    [one] number
   *[other] numbers
}.
refusal-named_twice = One number was named twice.
refusal-already_named = The best move has been named.
refusal-sign_too_long = At most { $most } { $most ->
    [one] character
   *[other] characters
} fit here.
refusal-not_judge = Only the judge of this table can do that.
refusal-judge_is_seated = Whoever sits at the table cannot judge it.
refusal-already_judge = That person judges this table already.
refusal-no_co_judge = This table has no side judge.
refusal-not_at_table = { $seat } has left the game.
refusal-no_foul = { $seat } has no foul to take back.
refusal-no_floor = Nobody has the floor now.
refusal-floor_just_given = The floor has passed to the next player just now. If you mean that speech, ask once more.
refusal-not_to_be_cut = The rules let this run to its end, it cannot be cut short.
refusal-time_stands = Nothing is running whose time could be changed.
refusal-not_asked = { $seat }: there is nobody to wait for.
refusal-substitute_too_late = Too late for a substitute: day 0 is over.
refusal-not_away = { $seat } has not left the channel; only somebody who vanished is substituted.
refusal-not_waiting = A substitute comes from the waiting list, and that person is not in it.
refusal-knows_roles = That person has judged this game or held another card in it: whoever knows roles cannot take this seat.
refusal-nothing_to_undo = There is nothing left to undo.
refusal-already_paused = The game is paused already.
refusal-not_paused = The game is not paused.
refusal-paused = Paused: wait until the game goes on.
refusal-not_due = Not yet.
refusal-nothing_to_do = There is nothing to do.
