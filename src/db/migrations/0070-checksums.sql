-- What each migration said when it was applied (SHA-256): one that is changed afterwards is refused.
ALTER TABLE migrations ADD COLUMN checksum text;
-- Migration 69 was changed when some shops had applied it: they lack the second of its columns.
ALTER TABLE subscriptions ADD COLUMN IF NOT EXISTS end_refund text;
