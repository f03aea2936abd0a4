"""What keeps microphones right, one by one; each can be taken away, only to show that it is missed."""

from enum import StrEnum


class Mechanism(StrEnum):
    FREES_AT_END = "frees_at_end"  # the end of a game gives microphones back
    PAYS_DEBTS = "pays_debts"  # whoever is away then is paid when he is seen again
    SENDS_AGAIN = "sends_again"  # an edit that is not seen in time is sent beside the sleeping one
    URGENT_FIRST = "urgent_first"  # a change of speakers goes before everything else
    KEEPS_TOKENS = "keeps_tokens"  # some edits are kept back for it
    LEARNS_LIMITS = "learns_limits"  # from the headers of Discord's answers
    TAKES_ANSWERS = "takes_answers"  # an edit's own answer tells its effect where no event does
    ASKS = "asks"  # for what events should have told
    FORGETS_GAPS = "forgets_gaps"  # what was seen before a gap is not believed after it
    REMAKES = "remakes"  # a mute lifted by a person is made again, once a turn
    READS_AGAIN = "reads_again"  # before an edit leaves, where the last reading is old


Without = frozenset[Mechanism]
ALL_THERE: Without = frozenset()
