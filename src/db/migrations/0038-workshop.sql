-- The beginning of what the receiver answered last, and how long that took.
ALTER TABLE webhook_deliveries ADD COLUMN response_body text;
ALTER TABLE webhook_deliveries ADD COLUMN duration_ms bigint CHECK (duration_ms >= 0);

-- What a key is for, in the seller's words, and the day (its first instant, in UTC) of its last use.
ALTER TABLE api_keys ADD COLUMN name text NOT NULL DEFAULT '';
ALTER TABLE api_keys ADD COLUMN last_used_on bigint;

CREATE INDEX mails_by_recipient ON mails (store_id, recipient, mail_id);

-- Backups that were made of the whole installation. Only that: the copies are elsewhere.
CREATE TABLE backups (
  made_at bigint NOT NULL PRIMARY KEY,
  -- Where it was put, in the words of whoever made it.
  place text NOT NULL,
  bytes bigint CHECK (bytes >= 0)
);
