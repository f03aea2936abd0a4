button-word = Add a word
panel-words = Before pressing “Ready” you may add a word to the deal: then nobody has chosen the roles, not even whoever runs the bot.
panel-words-count = Words added: { $added } of { $seats }.
form-word = A word for the deal
form-word-text = Any word; shown at the end. Empty: none
done-word = Your word is in the deal: “{ $word }”. Everybody sees it at the end. Now press “Ready”.
done-word-none = You have no word in the deal.
verdict-words = Words in the deal, by the numbers before it: { $words }
