group-mafia-name = mafia
group-mafia-description = Sports mafia: table, game, rules

cmd-open-name = open
cmd-open-description = Open a table in a voice channel

cmd-start-name = start
cmd-start-description = Start the game: ready check and role deal

cmd-stop-name = stop
cmd-stop-description = Stop the game and close the table

cmd-void-name = void
cmd-void-description = Annul the game: it will not count

cmd-pause-name = pause
cmd-pause-description = Pause the game

cmd-resume-name = resume
cmd-resume-description = Go on after a pause

cmd-rematch-name = rematch
cmd-rematch-description = Open a new table with the same people

cmd-swap-name = swap
cmd-swap-description = Trade the seats of two players before the deal

cmd-unseat-name = unseat
cmd-unseat-description = Take a player off a seat or out of the game

cmd-status-name = status
cmd-status-description = What is going on at the table

cmd-history-name = history
cmd-history-description = Nominations, votes and departures, day by day

cmd-rules-name = rules
cmd-rules-description = The rules of the table in plain words

cmd-glossary-name = glossary
cmd-glossary-description = What a word means: tie, claim, critical round…

cmd-my-data-name = my-data
cmd-my-data-description = What is kept about you: see it or have it deleted

cmd-settings-name = settings
cmd-settings-description = Who judges here, the language of tables, and rules of this server's own

cmd-check-name = check
cmd-check-description = Check the bot’s permissions before a game

cmd-unmute-all-name = unmute-all
cmd-unmute-all-description = Give back every microphone that we closed

cmd-help-name = help
cmd-help-description = How to play and what to press

opt-preset-name = preset
opt-preset-description = Club, classic or tournament rules

opt-channel-name = channel
opt-channel-description = A voice channel; the one you are in if left out

opt-first-name = first
opt-first-description = Number of the first player

opt-second-name = second
opt-second-description = Number of the second player

opt-seat-name = seat
opt-seat-description = Number of the player at the table

opt-role-name = role
opt-role-description = Members with this role may open and stop games
opt-language-name = language
opt-language-description = Language of the table and its announcements

opt-term-name = term
opt-term-description = A word in any of the three languages

opt-option-name = option
opt-option-description = A point of the rules: speech, third foul, draw…

opt-value-name = value
opt-value-description = What it is to be on this server; default: as in the preset

opt-judge-sees-roles-name = judge-sees-roles
opt-judge-sees-roles-description = Whether a judge who does not play is shown the roles

opt-mute-spectators-name = mute-spectators
opt-mute-spectators-description = Whether those who look on in the table’s channel are muted during a game
opt-seat-nicknames-name = seat-nicknames
opt-seat-nicknames-description = Whether the seat’s number stands in front of a player’s name while a game runs
opt-deal-words-name = deal-words
opt-deal-words-description = Whether players may each add a word to the deal, from the next table on
opt-log-days-name = log-days
opt-log-days-description = How many days the event log of a finished game is kept; 0: for ever
opt-action-name = action
opt-action-description = See it (the default), or have it deleted
opt-sure-name = sure
opt-sure-description = Delete now; without it you are told first what that does
my-data-choice-show = see it
my-data-choice-delete = delete
