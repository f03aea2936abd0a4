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

outcome-red = The red team wins!
outcome-black = The black team wins!
outcome-draw = Draw
outcome-stopped = The game was stopped
outcome-void = The game was annulled

button-join = Take a seat
button-leave = Leave the table
button-rules = Rules
button-ready = Ready
button-hand = My hand
button-finish = Finish speech
button-history = Game log
button-vote = Vote for { $seat } · { $name }
button-raise-yes = Raise all
button-raise-no = Keep all
button-plan-clear = Clear the plan
button-give-up = Leave the game
button-give-up-confirm = Yes, I leave the game
button-back = Back to my hand

select-none = Nothing to choose now
select-nominate = Nominate a player
select-best_move = Best move: up to three numbers
select-plan = Add to the shooting order
select-shoot = Shot: at whom?
select-check = Check: whom?
option-no-shot = No shot
