"""`mafiabot bench`: what a command, a commit, a click, a deadline and a table cost, beside the bare thing."""
