-- Who made a backup: somebody with `kassa backup`, the schedule of the service, or another program, in
-- which case it was only noted.
ALTER TABLE backups ADD COLUMN made_by text NOT NULL DEFAULT 'command'
  CHECK (made_by IN ('command', 'schedule', 'noted'));
UPDATE backups SET made_by = 'noted' WHERE bytes IS NULL;

-- One row, of no store: which process makes the scheduled backup now, and how the last try ended.
CREATE TABLE backup_schedule (
  store_id text NOT NULL PRIMARY KEY CHECK (store_id = ''),
  claimed_until bigint NOT NULL,
  claimed_by text NOT NULL,
  tried_at bigint NOT NULL,
  -- Why there is no backup of the last try; null when there is one.
  problem text
);
INSERT INTO backup_schedule (store_id, claimed_until, claimed_by, tried_at) VALUES ('', 0, '', 0);
