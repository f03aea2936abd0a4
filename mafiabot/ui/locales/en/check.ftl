check-title = ## Check of the channel { $channel }
permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-attach_files = Attach Files
permission-read_history = Read Message History
permission-connect = Connect
permission-mute_members = Mute Members
check-muted = Muted, and not by us: { $people }. The bot opens them for their speeches and puts them back after the game.
check-self-unmuters = Able to unmute themselves: { $people }. The bot mutes them again once a turn, so agree on it beforehand.
check-names-no-right = Numbers in front of names are on, but the bot lacks Manage Nicknames: names stay as they are.
check-names-kept = The name stays without a number: { $people } (the owner, or a role no lower than the bot’s).
check-debts = To get their microphone back when they enter a voice channel: { $people }.
check-small = The channel takes { $limit } { $limit ->
    [one] person
   *[other] people
} only, and a table seats up to { $seats }: raise the channel's user limit.
check-latency = Discord answers within { $ms } ms.
check-offset = Discord's clock is { $ms } ms off ours.
check-stage = This is a Stage: here the bot does not mute, it brings people onto the stage for their speeches and back to the audience.
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
check-spectators-muted = Spectators are muted during a game (a setting of this server). It costs edits that speakers may need: denying them “Speak” in the channel’s settings costs none.
check-spectators-many = { $count } people look on here, and more than { $most } are never muted by the bot. Deny them “Speak” in the channel’s settings instead; it holds for whoever enters after that.
check-helper-fit = Further bot { $bot }: ready, it adds ten switches in ten seconds.
check-helper-tried = Further bot { $bot }: ready; your microphone was closed after { $mute } ms and open again after { $unmute } ms.
check-helper-unseen = Further bot { $bot }: has the permission, but its try on your microphone was not seen within five seconds.
check-helper-bad_token = Further bot { $bot }: Discord refuses its token. Whoever runs the bot has to correct MAFIABOT_VOICE_TOKENS.
check-helper-not_member = Further bot { $bot }: is not on this server. Invite it with the permission “Mute Members”.
check-helper-no_permission = Further bot { $bot }: lacks “Mute Members” in this channel.
check-helper-unknown = Further bot { $bot }: Discord did not answer. Ask again.
check-warned = A game is possible. Look at what is marked ⚠️.
check-passed = Everything is ready for a game.
check-failed = No game can be played here yet: put right what is marked ❌. Permissions are given to the bot in this channel's settings.
