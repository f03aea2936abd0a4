error-internal = Something broke on our side, not yours. Your move was not taken; please try again. Code for the judge: { $code }
error-store = The move cannot be written down right now. It was not taken; please try again in a few seconds.
error-discord = Discord did not answer or refused. Please try again.
error-stuck = The table was halted by an error, the judge has been told. Code: { $code }
error-stale_control = This button no longer works. Look for the table's latest panel.
error-starting = The bot has just started; a few seconds more.
error-no_permission = The bot lacks permissions in this channel. `/mafia check` shows which it needs.
error-only_in_guild = This works in a server only.
error-not_voice_channel = A table is opened in a voice channel: choose one, or type the command in its chat.
error-working = One moment, working on it…
error-slow = That took us too long. Nothing is lost: please press once more.

note-hands_unopened = Did not open their hands: { $seats }. The game goes on.
note-mic_not_seen = The microphone of { $seats } did not open; the clock is running.
note-pause_overdue = The pause has become long. `/mafia resume` goes on, `/mafia stop` ends the game.
note-mute_refused = Discord does not let us run the microphone of { $seats }: check the bot's permissions (`/mafia check`). The game is paused.
note-window_estimated = The vote's message was late; the window was timed by our own clock.
note-stuck = The table was halted by an error and keeps its state. `/mafia stop` closes it.
