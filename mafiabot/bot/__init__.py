"""The composition root: settings → stores → adapters → services → the Discord client."""
