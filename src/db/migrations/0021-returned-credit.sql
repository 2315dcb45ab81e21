-- How much of the credit that a change used had been made of payments for the same period: it is
-- theirs again, and no money of the change.
ALTER TABLE transactions ADD COLUMN returned_minor bigint NOT NULL DEFAULT 0
  CHECK (returned_minor >= 0);
