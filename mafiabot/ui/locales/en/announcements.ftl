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
said-floor-lost = 🔇 { $who }, you have no speech. You may nominate in your hand, your microphone stays closed: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-floor-extra = 🎙️ { $who }, the judge gives you the floor: { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-floor-goes-on = Go on: this is what was left of your time.
said-nominee = ☝️ Accepted: player { $by } nominates { $seat }.
said-best-move = Best move of player { $by }: { $seats }.
said-best-move-none = Player { $by } named no best move.
said-gone-gave_up = 🚪 Player { $seat } has left the game.
said-gone-unseated = 🚪 The judge has taken player { $seat } out of the game.
said-gone-absent = 🚪 Player { $seat } did not come back to the channel in time and is out of the game.
said-removed = ⛔ Player { $seat } is removed: { $cause }.
said-judges-words = Judge: “{ $text }”
said-paused = ⏸️ Paused. The clocks stand.
said-resumed = ▶️ The game goes on.

said-foul = ⚠️ Foul No. { $number } to player { $seat }.
said-reason = Reason: { $reason }.
said-third-foul-lose_speech = Third foul: the player loses his next speech.
said-third-foul-short_30 = Third foul: the player's next speech is 30 seconds.
said-outcry = 📢 The microphone is open for { $seconds } s.
said-foul-taken-back = ↩️ Foul No. { $number } of player { $seat } is taken back.
said-foul-served-lose_speech = 🔇 Player { $seat } loses this speech for the third foul.
said-foul-served-short_30 = ⏱️ Player { $seat } speaks for 30 seconds only, for the third foul.
said-team-lost = ⛔ Team loss (PPK). The team of player { $seat } has lost.
said-undone = ↩️ The judge has undone: { $act }.
said-undone-steps = ↩️ The judge has taken the game { $steps } { $steps ->
    [one] step
   *[other] steps
} back. The first thing undone: { $act }.
said-judge = ⚖️ Judge: { $judges }.
said-judges = ⚖️ Judges: { $judges }.
said-judge-none = ⚖️ The table has no judge any more.
said-substituted = 🔁 Substitution. Player { $seat } takes the seat.
said-time-added = ⏱️ The judge has added { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-time-cut = ⏱️ The judge has cut { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}.
said-phase-cut = ⏭️ The judge has ended this phase early.

said-vote-opens = ## 🗳️ Vote
    Up for the vote: { $seats }. We vote in this order.
said-revote-opens = ## 🗳️ Revote
    We vote for: { $seats }.
said-vote-skipped-nobody_nominated = Nobody was nominated, there is no vote.
said-vote-skipped-single_on_first_day = One nominee only: on the first day there is no vote for one.
said-vote-skipped-none_on_first_day = There is no vote on the first day.
said-vote-skipped-removal = Because of a removal there is no vote, the list is cleared.
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
said-nobody-leaves-speech_only = On the first day nobody leaves the table. One more speech: { $seats }.
said-nobody-leaves-raise_only = Most votes: { $seats }. But on the first day nobody leaves alone: everybody stays.
said-raise-window = Raise all of them: { $seats }? You have { $seconds } { $seconds ->
    [one] second
   *[other] seconds
}. No answer counts as no.
said-raise-hands = For raising: { $yes }. Against: { $no }.
said-raise-passed = The majority is for it: all of them leave the table.
said-raise-failed = Not raised: all of them stay.
said-voted-out = { $count ->
    [one] Voted out: { $seats }.
   *[other] Voted out: { $seats }.
}
