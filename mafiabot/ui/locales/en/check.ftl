check-title = ## Check of the channel { $channel }
permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-attach_files = Attach Files
permission-read_history = Read Message History
permission-connect = Connect
permission-mute_members = Mute Members
check-muted = Muted, and not by us: { $people }. The bot opens them for their speeches and puts them back after the game.
check-self-unmuters = Able to unmute themselves: { $people }. The bot mutes them again once a turn, so agree on it beforehand.
check-debts = To get their microphone back when they enter a voice channel: { $people }.
check-small = The channel takes { $limit } { $limit ->
    [one] person
   *[other] people
} only, and a table seats up to { $seats }: raise the channel's user limit.
check-latency = Discord answers within { $ms } ms.
check-offset = Discord's clock is { $ms } ms off ours.
check-stage = This is a Stage channel, and the bot cannot judge there yet. Choose a voice channel.
check-afk-channel = This is the server's AFK channel, nobody can talk here. Choose another voice channel.
check-full = The channel is full: whoever drops out of a game may find no room to come back. Raise the channel's user limit.
check-afk-soon = { $minutes ->
    [one] Whoever is silent for { $minutes } minute may be moved to { $channel }.
   *[other] Whoever is silent for { $minutes } minutes may be moved to { $channel }.
} Choose a longer time in the server's settings, or no AFK channel.
check-silenced = Not allowed to speak here: { $people }. Allow “Speak” in this channel; then they have to leave it and come back.
check-timed-out = Timed out, and unheard until that ends: { $people }. A moderator can end it.
check-deafened = Deafened by a moderator, so they will not hear the game: { $people }.
check-delays = Your microphone was closed after { $mute } ms and open again after { $unmute } ms.
check-delays-unseen = Your microphone was tried, but not seen to close and open within five seconds: Discord is slow, or many microphones are being switched. Ask again before the game.
check-delays-not-here = Sit in the channel, unmuted, and ask again: how fast microphones follow is tried on your own.
check-warned = A game is possible. Look at what is marked ⚠️.
check-passed = Everything is ready for a game.
check-failed = No game can be played here yet: put right what is marked ❌. Permissions are given to the bot in this channel's settings.
