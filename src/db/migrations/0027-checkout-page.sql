-- {minimum, maximum} as JSON: how many of it the buyer may choose; null: as many as the seller says.
ALTER TABLE checkouts ADD COLUMN adjustable_quantity text;
-- What the buyer has agreed to where the law of their country wants it, as JSON: the text as it was
-- shown, its language, the country and the time.
ALTER TABLE checkouts ADD COLUMN consent text;
