said-game-opened = ## Game No. { $number } begins
said-open-hands = The roles are dealt. Open yours with “My hand” on the panel, and show it to nobody.
said-night-falls = ## 🌙 { $night }. Night falls, the city goes to sleep.
said-press-hand = Everybody at the table: press “My hand” on the panel.
said-morning = ## ☀️ { $day }. The city wakes up.
said-killed = Killed tonight: player { $seat }.
said-nobody-killed = Nobody was killed tonight.
said-floor-speech = 🎙️ { $who }, your minute: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-floor-defence = 🎙️ { $who }, your defence speech: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-floor-last_word = 🎙️ { $who }, your last word: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-floor-best_move = 🎙️ { $who }, your best move: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}. Mark the numbers in your hand.
said-floor-final = 🎙️ { $who }, your final word: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-nominee = ☝️ Accepted: player { $by } nominates { $seat }.
said-best-move = Best move of player { $by }: { $seats }.
said-best-move-none = Player { $by } named no best move.
said-gone-gave_up = 🚪 Player { $seat } has left the game.
said-gone-unseated = 🚪 The judge has taken player { $seat } out of the game.
said-gone-absent = 🚪 Player { $seat } did not come back to the channel in time and is out of the game.
said-paused = ⏸️ Paused. The clocks stand.
said-resumed = ▶️ The game goes on.

said-vote-opens = ## 🗳️ Vote
    Up for the vote: { $seats }. We vote in this order.
said-revote-opens = ## 🗳️ Revote
    We vote for: { $seats }.
said-vote-skipped-nobody_nominated = Nobody was nominated, there is no vote.
said-vote-skipped-single_on_first_day = One nominee only: on the first day there is no vote for one.
said-vote-skipped-cancelled = There is no vote today.
said-window = Who votes for { $seat }? You have { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-window-result = For { $seat }: { $count } { $count ->
    [one] vote
   *[other] votes
} – { $hands }.
said-window-nobody = Nobody votes for { $seat }.
said-window-fallen = Did not vote: { $seats }. { $count ->
    [one] This vote goes
   *[other] These { $count } votes go
} to the last candidate, { $total } in all.
said-tie-defence = A tie: { $seats }. Each has a defence speech, then we vote again.
said-tie-raise = Tied again: { $seats }. We vote on raising all of them.
said-tie-night = A tie: { $seats }. Nobody leaves the table.
said-raise-window = Raise all of them: { $seats }? You have { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}. No answer counts as no.
said-raise-hands = For raising: { $yes }. Against: { $no }.
said-raise-passed = The majority is for it: all of them leave the table.
said-raise-failed = No majority: all of them stay.
said-voted-out = { $count ->
    [one] Voted out: { $seats }.
   *[other] Voted out: { $seats }.
}
