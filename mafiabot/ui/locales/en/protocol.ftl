cmd-protocol-name = protocol
cmd-protocol-description = Protocol of a finished game: roles, votes, nights, points

protocol-choice = No. { $number } · { $outcome } · { $preset }
protocol-no-games = No game has been finished here yet.
protocol-no-such-game = There is no finished game no. { $number } here. The field “game” lists them.

protocol-title = Protocol of game no. { $number }
protocol-rules = Rules: { $preset }
protocol-when = Table opened { $opened }; deal { $dealt }, end { $ended }
protocol-judge = Judge: { $names }
protocol-no-judge = No judge
protocol-seed = Seed of the deal: { $seed }
protocol-commitment = Commitment of the deal: { $commitment }
protocol-more = … the rest is in the attached file

protocol-table = Table
protocol-seat = { $seat } · { $name } – { $role }, { $status }
protocol-seat-empty = { $seat } – empty number
protocol-seat-fouls = { $count ->
    [one] { $count } foul
   *[other] { $count } fouls
  }
protocol-seat-disqualified = then removed
protocol-substitution = Substitution at number { $seat }: { $name } plays on for { $former }
protocol-pauses = { $count ->
    [one] { $count } pause
   *[other] { $count } pauses
  }, { $length } in all

protocol-plan = Shooting order: { $seats }
protocol-no-plan = No shooting order was written
protocol-sign = Agreement, player { $seat }: “{ $text }”
protocol-shots = Shots: { $shots }
protocol-no-shots = Nobody shot
protocol-killed = { $seat } was killed
protocol-nobody-killed = Nobody was killed
protocol-night-broken = The game was over before the night was
protocol-check-don-hit = The don checked { $seat }: the sheriff
protocol-check-don-miss = The don checked { $seat }: not the sheriff
protocol-check-sheriff-hit = The sheriff checked { $seat }: black
protocol-check-sheriff-miss = The sheriff checked { $seat }: red
protocol-best-move = Best move of player { $seat }: { $seats } (black: { $count })

protocol-speakers = Spoke: { $seats }
protocol-lost = Without a speech (third foul): { $seats }
protocol-vote = Vote: { $votes }
protocol-revote = Revote { $n }: { $votes }
protocol-unfinished = Broken off: { $votes }
protocol-for = for { $seat } – { $hands } ({ $count } in all)
protocol-for-nobody = for { $seat } – nobody
protocol-for-and-unused = for { $seat } – { $hands }, without a vote { $unused } ({ $count } in all)
protocol-for-unused = for { $seat } – without a vote { $unused } ({ $count } in all)
protocol-for-all = for { $seat } – everybody ({ $count } in all)
protocol-tie = Tie: { $seats }
protocol-raise-silent = Did not answer: { $seats }
protocol-stayed = By the first day's rule nobody leaves the table: { $seats }
protocol-left = Left the table: { $seats }
protocol-nobody-left = Nobody left the table
protocol-skipped-nobody_nominated = Nobody was nominated, no vote
protocol-skipped-single_on_first_day = First day, one nominee: no vote
protocol-skipped-none_on_first_day = There is no vote on the first day
protocol-skipped-cancelled = A candidate left the game: the vote ended
protocol-skipped-removal = Vote cancelled: a player was removed

protocol-at-deal = deal
protocol-at-night = night
protocol-at-best_move = best move of player { $speaker }
protocol-at-night_farewell = last word of player { $speaker }
protocol-at-speech = speech of player { $speaker }
protocol-at-vote = vote
protocol-at-defence = defence of player { $speaker }
protocol-at-farewell = last word of player { $speaker }

protocol-foul = Foul { $n } to player { $seat }: { $reason } ({ $where })
protocol-foul-taken-back = taken back
protocol-removed = { $seat } removed: { $cause } ({ $where })
protocol-gone = { $seat } left the game: { $cause } ({ $where })
protocol-team-loss = Team loss (PPK) through player { $seat } ({ $where })
protocol-judge-did = Judge: { $what } ({ $where })
protocol-undo = The judge undid: { $act } ({ $where }). Reason: { $reason }
protocol-undone = Does not count: { $facts }
protocol-words = “{ $text }”

protocol-fact-foul = foul { $n } to player { $seat }
protocol-fact-foul_taken_back = foul { $n } taken back from player { $seat }
protocol-fact-departure = departure of player { $seat } ({ $cause })
protocol-fact-substitution = substitution at number { $seat }
protocol-fact-nomination = { $by } nominated { $seat }
protocol-fact-speech_ended = end of the speech of player { $seat }
protocol-fact-skipped = floor of player { $seat } cut off
protocol-fact-window = votes for { $seat }: { $seats }
protocol-fact-round = vote: { $votes }
protocol-fact-raise = raise of { $seats }: yes – { $yes }, no – { $no }
protocol-fact-vote_skipped = decision not to vote
protocol-fact-voted_out = { $seats } left the table
protocol-fact-shot = { $by } shot at { $seat }
protocol-fact-check = { $by } checked { $seat }
protocol-fact-killed = { $seat } killed
protocol-fact-nobody-killed = nobody killed
protocol-fact-best_move = best move of player { $by }: { $seats }
protocol-fact-time_changed = { $seconds } s for player { $seat }
protocol-fact-free-seating = { $seconds } s of free seating
protocol-fact-floor_given = floor to player { $seat }, { $seconds } s
protocol-fact-phase_cut = phase ended early

protocol-points = Points
protocol-points-line = { $seat } · { $name }: { $total }
protocol-part-win = win { $points }
protocol-part-best_move = best move { $points }
protocol-part-bonus = bonus { $points }
protocol-part-errors = game errors { $points }
protocol-part-removal = removal { $points }
protocol-part-ci = Ci { $points }
protocol-ci-later = Ci is counted over the whole distance and is not in it
protocol-decimal-mark = .
protocol-error = Game error, player { $seat }: { $text }
protocol-error-bare = Game error, player { $seat }

protocol-protests = Protests
protocol-protest = No. { $id }, player { $seat }: “{ $text }” – { $state }
protocol-protest-open = open
protocol-protest-accepted = accepted
protocol-protest-rejected = rejected

protocol-sealed = Sealed part, for the judge only
protocol-no-shot = { $night }: { $seats } did not shoot

sheet-title = GAME PROTOCOL
sheet-tournament = Tournament
sheet-stage = Stage
sheet-date = Date
sheet-table = Table no.
sheet-game = Game no.
sheet-player = Player
sheet-role = Role
sheet-fouls = Fouls
sheet-points = Points
sheet-extra = Extra
sheet-letter-mafia = M
sheet-letter-don = D
sheet-letter-sheriff = S
sheet-winner = Winning team: { $team }
sheet-winner-red = red
sheet-winner-black = black
sheet-winner-draw = draw
sheet-winner-none = none
sheet-best-move = Best move: { $seats } (player no. { $seat })
sheet-no-best-move = Best move: –
sheet-protest = Protest: { $seats }
sheet-judge = Judge: { $names }
sheet-voting = Voting { $n } ({ $day })
sheet-candidate = Cand.
sheet-votes = Votes
sheet-revote = Revote
sheet-further = Further revote: { $votes }
sheet-raised = Raise: { $yes } of { $living }
sheet-back = Reverse
sheet-bonus = No. { $seat }: bonus { $points }
sheet-fine = No. { $seat }: { $points }, { $reason }
sheet-fine-error = game error
sheet-fine-removal = removal
