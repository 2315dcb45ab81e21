-- What the seller calls the request that made a session; the key with which the address that the
-- buyer returns to is signed, sealed until the session ends; and the signed query of that address.
ALTER TABLE checkouts ADD COLUMN request_id text;
ALTER TABLE checkouts ADD COLUMN return_key text;
ALTER TABLE checkouts ADD COLUMN return_query text;
