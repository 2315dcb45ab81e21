-- When charges were held: what was charged after that is known here (see 0058).
ALTER TABLE provider_connections ADD COLUMN charges_held_at bigint;
