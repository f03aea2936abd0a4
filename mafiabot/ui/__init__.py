"""Views become components and words: takes what `engine.views` shows, knows no game state and no store."""
