-- What a payment provider refuses for a reason that only the seller can change, in its words: since
-- when, and which charge. Kept until that charge, or others, go through.
ALTER TABLE provider_connections ADD COLUMN refusal text;
ALTER TABLE provider_connections ADD COLUMN refused_key text;
ALTER TABLE provider_connections ADD COLUMN refused_at bigint;
