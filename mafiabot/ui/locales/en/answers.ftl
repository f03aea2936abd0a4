done-joined = You are at the table, your number is { $seat }.
done-queued = All seats are taken. You are number { $place } in the waiting list.
done-left = You have left the table.
done-ready-waiting = You are ready. Waiting for { $waiting } { $waiting ->
    [one] more player
   *[other] more players
}.
done-ready-all = You are ready. Everybody is here, the roles are being dealt.
done-hand = Your hand.
done-vote = ✅ Your vote for { $seat } was taken at { $at }.
done-raise-yes = ✅ Your vote for raising was taken at { $at }.
done-raise-no = ✅ Your vote against raising was taken at { $at }.
done-in-window = You pressed { $after } s after it was shown; it is open for { $length } s.
done-nominated = ✅ You have nominated { $seat }.
done-shot = ✅ Your pick was taken: ||{ $seat }||. You may change it until the step ends.
done-no-shot = ✅ Your pick was taken: ||–||. You may change it until the step ends.
done-check = ✅ Your pick was taken: ||{ $seat }||.
done-plan = ✅ Written down: ||{ $seats }||.
done-sign = ✅ Written down: ||{ $text }||.
done-plan-cleared = ✅ What was written is cleared.
done-best-move = ✅ Your best move was taken: { $seats }.
done-best-move-none = ✅ Taken: no best move.
done-gave-up = You have left the game.
done-outcry = 📢 You can be heard for { $seconds } s. It is a foul.
done-outcry-removed = Your fourth foul: you are removed.
done-already = This press has been taken already.

done-opened = The table is open: { $channel }, { $preset } rules.
done-started = The ready check has begun.
done-stopped = The game is stopped, the table is closed.
done-closed = The table is closed.
done-voided = The game is annulled.
done-paused = Paused.
done-resumed = The game goes on.
done-rematch = A new table with the same people is open.
done-swapped = Players { $first } and { $second } have traded seats.
done-unseated = Seat { $seat } is free.
done-unseated-in-play = Player { $seat } is out of the game.
done-unmuted = { $restored ->
    [0] Nothing to give back: we hold nobody's microphone closed.
    [one] { $restored } member has the microphone back.
   *[other] { $restored } members have their microphones back.
}
done-unmuted-owed = Microphones given back: { $restored }. { $owed ->
    [one] { $owed } more member gets it
   *[other] { $owed } more members get theirs
} on the next visit to a voice channel.
done-settings = Settings of this server: moderators’ role – { $role }; language – { $language }; { $roles }; { $spectators }; { $names }.
done-settings-no-role = nobody besides those with Mute Members
done-settings-own-language = the server’s own

help-title = ## How to play
help-join = **Take a seat:** the button on the panel. Numbers go in order; whoever is too many waits in line.
help-voice = **Voice:** the bot runs the microphones. The player whose minute it is speaks, the others are muted. After the game every microphone is put back as it was.
help-hand = **My hand:** your role, your checks and all night moves, in a private answer that only you can see. Nominations are made there too, in your minute.
help-vote = **The vote:** every nominee has a message of his own with a button. You have one vote and cannot take it back; whoever did not vote, votes for the last one.
help-finish = **Finish speech:** the button on the panel or in your hand.
help-leave = **Leave the game:** the button in your hand. A lost connection is no exit: a speaker's clock waits for him.
help-judge = **For the judge:** `/mafia open`, `/mafia start`, `/mafia pause`, `/mafia resume`, `/mafia stop`, `/mafia rematch`, `/mafia unseat`. While a game runs: the button “Judge” on the panel, or `/judge`.
help-check = **Before a game:** `/mafia check` looks at the bot's permissions, `/mafia rules` shows the rules.
help-glossary = **A word you do not know:** `/mafia glossary` explains it.
