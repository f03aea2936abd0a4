group-judge-name = judge
group-judge-description = The judge’s tools at a running table

judge-cmd-foul-name = foul
judge-cmd-foul-description = Give a player a foul

judge-cmd-unfoul-name = unfoul
judge-cmd-unfoul-description = Take a player’s last foul back

judge-cmd-remove-name = remove
judge-cmd-remove-description = Remove a player from the game

judge-cmd-team-loss-name = team-loss
judge-cmd-team-loss-description = The culprit’s team loses the game at once

judge-cmd-skip-name = skip
judge-cmd-skip-description = End the speech that is going on

judge-cmd-end-phase-name = end-phase
judge-cmd-end-phase-description = End free seating, or the remaining last words or defences

judge-cmd-time-name = time
judge-cmd-time-description = Add seconds to the clock or take them away

judge-cmd-floor-name = floor
judge-cmd-floor-description = Give a player the floor out of turn

judge-cmd-nominate-name = nominate
judge-cmd-nominate-description = Write down what the speaker nominated aloud

judge-cmd-best-move-name = best-move
judge-cmd-best-move-description = Write down a best move that was named aloud

judge-cmd-substitute-name = substitute
judge-cmd-substitute-description = Seat a waiting person for one who vanished

judge-cmd-wait-name = wait
judge-cmd-wait-description = Wait on for a player who is away

judge-cmd-undo-name = undo
judge-cmd-undo-description = Go back one step or more

judge-cmd-award-name = award
judge-cmd-award-description = Award bonus points after the game

judge-cmd-penalty-name = penalty
judge-cmd-penalty-description = Charge a game error: −0.4

judge-cmd-protest-name = protest
judge-cmd-protest-description = Decide a protest

judge-cmd-hand-over-name = hand-over
judge-cmd-hand-over-description = Hand the judging over

judge-cmd-co-judge-name = co-judge
judge-cmd-co-judge-description = Name the side judge, or let the side judge go

menu-foul-name = Foul
menu-floor-name = Floor

opt-reason-name = reason
opt-reason-description = Why

opt-text-name = text
opt-text-description = In your own words

opt-cause-name = cause
opt-cause-description = What the player is removed for

opt-seconds-name = seconds
opt-seconds-description = How many seconds; with a minus they are taken away

opt-length-name = length
opt-length-description = How many seconds; 30 if left out

opt-seats-name = seats
opt-seats-description = Numbers in the order they were said: 3 5 7

opt-member-name = member
opt-member-description = Whom

opt-steps-name = steps
opt-steps-description = How many steps back

opt-points-name = points
opt-points-description = In tenths: 0.1, 0.2 …; 0 takes the award back

opt-game-name = game
opt-game-description = Number of the game; the latest one here if left out

opt-number-name = number
opt-number-description = Number of the protest

opt-verdict-name = verdict
opt-verdict-description = Accepted or rejected

judge-verdict-accepted = accepted
judge-verdict-rejected = rejected
