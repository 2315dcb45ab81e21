-- The audit log: who changed what, when and from where. The hash of an entry is made of all of it,
-- of the events that it names and of the hash of the entry before it.
CREATE TABLE audit_entries (
  -- Empty: of the whole installation, such as its people and signing keys.
  store_id text NOT NULL,
  -- 1, 2, 3, … without gaps.
  sequence bigint NOT NULL CHECK (sequence >= 1),
  -- By real time, also in stores whose clock is moved.
  created_at bigint NOT NULL,
  actor_kind text NOT NULL
    CHECK (actor_kind IN ('person', 'api_key', 'customer', 'job', 'command', 'provider')),
  actor_id text,
  actor_address text,
  action text NOT NULL,
  request_id text,
  -- The record that it is mainly about.
  target text,
  -- What events do not tell: fields as they were and, where there is no event, as they are, as JSON.
  changes text,
  -- The events that it stored, if any.
  first_event bigint,
  last_event bigint,
  hash text NOT NULL,
  PRIMARY KEY (store_id, sequence)
);
CREATE INDEX audit_entries_by_age ON audit_entries (store_id, created_at, sequence);
CREATE INDEX audit_entries_of_target ON audit_entries (store_id, target, created_at, sequence);
CREATE INDEX audit_entries_of_actor ON audit_entries (store_id, actor_id, created_at, sequence);

-- How many entries a store has, and the hash of the last one. In this row, because it is locked at
-- the end of a transaction anyway. Events up to `audited_after` are older than the log.
ALTER TABLE event_counters ADD COLUMN audit_sequence bigint NOT NULL DEFAULT 0;
ALTER TABLE event_counters ADD COLUMN audit_hash text NOT NULL DEFAULT '';
ALTER TABLE event_counters ADD COLUMN audited_after bigint NOT NULL DEFAULT 0;
UPDATE event_counters SET audited_after = last_sequence;

-- The same for the installation, which has no events; `store_id` is empty.
CREATE TABLE audit_heads (
  store_id text NOT NULL PRIMARY KEY CHECK (store_id = ''),
  sequence bigint NOT NULL,
  hash text NOT NULL
);
INSERT INTO audit_heads (store_id, sequence, hash) VALUES ('', 0, '');
