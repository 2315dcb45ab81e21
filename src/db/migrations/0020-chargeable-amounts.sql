-- What the provider could charge when the session was made: at least this much, in whole steps.
ALTER TABLE checkouts ADD COLUMN charge_min_minor bigint NOT NULL DEFAULT 1;
ALTER TABLE checkouts ADD COLUMN charge_step_minor bigint NOT NULL DEFAULT 1;
