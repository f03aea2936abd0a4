day = Day { $n }
night = Night { $n }

role-civilian = civilian
role-sheriff = sheriff
role-mafia = mafia
role-don = don

preset-club = club
preset-classic = classic
preset-tournament = tournament

language-ru = Russian
language-uk = Ukrainian
language-en = English

status-alive = in the game
status-voted_out = voted out
status-killed = killed
status-gone = left the game
status-removed = removed
status-absent = empty number

outcome-red = The red team wins!
outcome-black = The black team wins!
outcome-draw = Draw
outcome-stopped = The game was stopped
outcome-void = The game was annulled

foul-reason-out_of_turn = speech out of turn
foul-reason-during_vote = speech or gesture during the vote
foul-reason-gesturing = excess gesturing
foul-reason-knocking = touching or knocking
foul-reason-arguing = arguing with the judge
foul-reason-unethical = unethical behaviour
foul-reason-other = another reason
foul-reason-outcry = outcry

cause-gave_up = left the game
cause-unseated = taken out by the moderator
cause-absent = did not come back to the channel
cause-fourth_foul = fourth foul
cause-night_breach = speech or gesture at night
cause-best_move_comment = a comment in the best move
cause-card_shown = showing the card
cause-team_loss = team loss (PPK)
cause-other = the judge's decision

act-foul = foul of player { $seat }
act-foul_taken_back = foul taken back from player { $seat }
act-removal = removal of player { $seat }
act-gone = departure of player { $seat }
act-nomination = nomination of player { $seat }
act-best_move = best move of player { $seat }
act-speech_ended = end of the speech of player { $seat }
act-phase_ended = phase ended early
act-window_closed = votes for player { $seat }
act-raise_decided = raise vote
act-time_changed = change of time
act-floor_given = floor out of turn for player { $seat }
act-substitution = substitution at number { $seat }

button-join = Take a seat
button-leave = Leave the table
button-rules = Rules
button-ready = Ready
button-hand = My hand
button-finish = Finish speech
button-cry-out = Cry out (foul)
button-cry-out-confirm = Yes, I cry out
button-history = Game log
button-vote = Vote for { $seat } · { $name }
button-raise-yes = Raise all
button-raise-no = Keep all
button-plan-clear = Clear the plan
button-give-up = Leave the game
button-give-up-confirm = Yes, I leave the game
button-back = Back to my hand
button-sign = Sign
button-judge = Judge

select-none = Nothing to choose now
select-nominate = Nominate a player
select-best_move = Best move: up to three numbers
select-plan = Add to the shooting order
select-plan_and_sign = Add to the shooting order
select-shoot = Shot: at whom?
select-check = Check: whom?
option-no-shot = No shot
