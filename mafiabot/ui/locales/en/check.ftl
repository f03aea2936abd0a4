check-title = ## Check of the channel { $channel }
permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-attach_files = Attach Files
permission-read_history = Read Message History
permission-connect = Connect
permission-mute_members = Mute Members
check-muted = Muted, and not by us: { $people }. The bot opens them for their speeches and puts them back after the game.
check-self-unmuters = Able to unmute themselves: { $people }.
check-debts = To get their microphone back when they enter a voice channel: { $people }.
check-small = The channel takes { $limit } { $limit ->
    [one] person
   *[other] people
} only, and a table seats up to { $seats }: raise the channel's user limit.
check-latency = Discord answers within { $ms } ms.
check-offset = Discord's clock is { $ms } ms off ours.
check-passed = Everything is ready for a game.
check-failed = No game can be played here yet: grant the bot the marked permissions in this channel.
