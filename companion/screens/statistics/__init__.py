"""What many games come to, in pictures: a page for each game, one for each person, and the way to them."""
