-- What the buyer of the payment under way typed about themselves, as JSON: the customer's once it is paid.
ALTER TABLE checkouts ADD COLUMN buyer text;
