-- Mails to the people of a store: what each has chosen, what waits to be reported, and what was.

-- A kind of mail that somebody wants. Without a store: what concerns the whole installation.
CREATE TABLE notification_choices (
  store_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  kind text COLLATE "C" NOT NULL,
  delivery text COLLATE "C" NOT NULL CHECK (delivery IN ('at_once', 'daily')),
  -- The newest event of the store when it was chosen: what came before is not reported.
  since_sequence bigint NOT NULL CHECK (since_sequence >= 0),
  PRIMARY KEY (store_id, person_id, kind)
);
CREATE INDEX notification_choices_by_person ON notification_choices (person_id);

-- Up to which event a store has been read. Stores in which nobody has chosen anything have no row.
CREATE TABLE notification_feeds (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES stores (store_id),
  last_sequence bigint NOT NULL CHECK (last_sequence >= 0)
);

-- What is no event, written in the transaction that makes it true, until it is given to those who
-- have chosen it. All instants are real time.
CREATE TABLE notification_outbox (
  store_id text COLLATE "C" NOT NULL,
  about text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- What it says, as JSON.
  data text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, about)
);

-- What somebody was told, once.
CREATE TABLE notifications_sent (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  about text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, person_id, about)
);
CREATE INDEX notifications_sent_old ON notifications_sent (created_at);

-- What somebody gets in one mail a day, as it grows.
CREATE TABLE notification_digests (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  person_id text COLLATE "C" NOT NULL REFERENCES people (person_id),
  due_at bigint NOT NULL,
  data text COLLATE "C" NOT NULL,
  PRIMARY KEY (store_id, person_id)
);
CREATE INDEX notification_digests_due ON notification_digests (due_at);

-- What was an environment variable alone, and can be set in the dashboard where that is not set.

-- One row, of no store: the mail server that mails are handed to, and who they are from.
CREATE TABLE mail_servers (
  store_id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (store_id = ''),
  host text COLLATE "C" NOT NULL,
  port bigint NOT NULL CHECK (port BETWEEN 1 AND 65535),
  tls text COLLATE "C" NOT NULL CHECK (tls IN ('from_start', 'required', 'optional', 'off')),
  user_name text COLLATE "C",
  sealed_password text COLLATE "C",
  from_name text COLLATE "C",
  from_address text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL,
  CHECK (sealed_password IS NULL OR user_name IS NOT NULL)
);

-- Where scheduled backups go, as in KASSA_BACKUP_DIR, KASSA_BACKUP_EVERY and KASSA_BACKUP_KEEP; and
-- when somebody last wanted one at once.
ALTER TABLE backup_schedule ADD COLUMN folder text COLLATE "C";
ALTER TABLE backup_schedule ADD COLUMN every text COLLATE "C";
ALTER TABLE backup_schedule ADD COLUMN keep text COLLATE "C";
ALTER TABLE backup_schedule ADD COLUMN requested_at bigint NOT NULL DEFAULT 0;
