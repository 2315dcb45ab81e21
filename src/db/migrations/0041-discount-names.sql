-- What a seller calls a discount code: `code` is what buyers type.
ALTER TABLE discount_codes ADD COLUMN name text;
