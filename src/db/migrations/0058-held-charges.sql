-- After a restore: the time of the backup. What was charged since then is known to the provider alone,
-- so nothing is charged by itself until somebody has compared (docs/backups.md). Null: not held.
ALTER TABLE provider_connections ADD COLUMN charges_held_from bigint;
