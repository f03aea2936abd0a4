panel-title-table = Sports mafia · { $preset } rules
panel-title-game = Game No. { $number } · { $preset } rules
panel-nobody-seated = Nobody is at the table yet.

phase-lobby = Seats are open
phase-ready_check = Ready check
phase-dealing = Role deal
phase-talk = speeches
phase-best_move = best move
phase-settling = the list is made
phase-vote = vote
phase-raise_vote = raise vote
phase-closed = The table is closed
phase-ended = The game is over

mark-ready = ready
mark-not-ready = not yet
mark-nominated = nominated
mark-away = not in the channel
mark-fouls = ⚠️×{ $count }
mark-owes-lose_speech = loses a speech
mark-owes-short_30 = speech of 30 seconds

panel-paused = ⏸️ **Paused.** The clocks stand, the microphones are closed.
panel-lobby-count = { $have ->
    [one] { $have } player is
   *[other] { $have } players are
} at the table.
panel-lobby-sizes = Seats: { $least } to { $most }.
panel-lobby-size = Seats: { $most }.
panel-lobby-missing = { $missing ->
    [one] { $missing } more player is
   *[other] { $missing } more players are
} needed. Take a seat!
panel-lobby-start = Enough players. Everybody into the table's voice channel, and the judge types `/mafia start`.
panel-queue = Waiting: { $names }
panel-queue-more = Waiting: { $names } and { $more } more
panel-ready = We are about to begin: press “Ready”. Time runs out { $left }.
panel-ready-count = Ready: { $ready } of { $seats }.
panel-commitment = Deal commitment: `{ $commitment }`
panel-dealing = The roles are dealt. Open yours with “My hand”. Night falls { $left }.
panel-soon = any moment
panel-press-hand = Everybody at the table: press **“My hand”**.
panel-step-ends = This step ends { $until }.
panel-night-mafia_minute = 🌙 **The mafia minute.** The black team has a minute to set the shooting order.
panel-night-reveal = 🌙 **Don and sheriff, remember your roles.** Nobody shoots or checks tonight.
panel-night-reveal_don = 🌙 **Don shows himself to the judge.** Everybody else sleeps.
panel-night-reveal_sheriff = 🌙 **Sheriff shows himself to the judge.** Everybody else sleeps.
panel-night-free_seating = 🌙 **Free seating.** Make yourselves comfortable, morning is near.
panel-night-open = 🌙 **The city falls asleep.** Open your hand: the night moves are next.
panel-night-shots = 🌙 **Mafia goes hunting.**
panel-night-don = 🌙 **Don looks for the sheriff.**
panel-night-sheriff = 🌙 **Sheriff checks a player.**
panel-floor-speech = 🎙️ Player { $who } has the floor.
panel-floor-defence = 🎙️ Defence speech: { $who }.
panel-floor-last_word = 🎙️ Last word: { $who }.
panel-floor-best_move = 🎙️ Best move: { $who }. The numbers are marked in the hand.
panel-floor-lost = 🔇 No speech, for the third foul: { $who }. A nomination can be made in the hand.
panel-floor-extra = 🎙️ The floor by the judge's leave: { $who }.
panel-floor-until = Time runs out { $until }.
panel-floor-waits = The clock stands until the microphone opens.
panel-floor-absent = The clock stands: the player is not in the voice channel.
panel-last-seconds = ⏳ **Ten seconds left.**
unheard-away = 🔇 { $seat }: in no voice channel.
unheard-elsewhere = 🔇 { $seat }: sits in another voice channel.
unheard-timed_out = 🔇 { $seat }: timed out, cannot speak until that ends.
unheard-no_permission = 🔇 { $seat }: Discord does not let the bot open this microphone.
unheard-by_hand = 🔇 { $seat }: somebody keeps closing this microphone; it is left to the judge until the turn ends.
unheard-not_opened = 🔇 { $seat }: the microphone has not opened yet.
unheard-suppressed = 🔇 { $seat }: has no right to speak in this channel.
unheard-deafened = 🔇 { $seat }: has switched the sound off, and the microphone with it.
unheard-self_muted = 🔇 { $seat }: the player’s own microphone is off, and the time is running.
unheard-cannot_hear = 🔕 { $seat }: deafened by a moderator, hears nobody.
panel-outcry = 📢 Outcry: { $seat }
panel-settling = The round is over. The list of nominees is being closed.
panel-nominees = Nominated, in order: { $seats }
panel-vote-list = 🗳️ Up for the vote: { $seats }
panel-revote-list = 🗳️ Up for the revote: { $seats }
panel-vote-now = We are voting for { $seat }.
panel-raise = 🗳️ Raise all or keep all: { $seats }
panel-next = Up next: { $seat }
panel-vote-cancelled = ⛔ A removal has cancelled the nearest vote.
panel-again = Another game with the same people: `/mafia rematch`.

verdict-best-move = Best move of { $by }: **{ $seats }**
verdict-team-loss = Team loss (PPK): the team of player { $seat } has lost.
verdict-draw-nights = Three combat nights in a row, and nobody was killed or voted out.
verdict-draw-raise = The whole table was raised.
verdict-seed = Deal seed: `{ $seed }`
verdict-nothing-dealt = No roles were dealt.
