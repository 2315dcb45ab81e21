-- The format in which a webhook gets events: our own, or that of Creem.
ALTER TABLE webhooks ADD COLUMN format text NOT NULL DEFAULT 'kassa'
  CHECK (format IN ('kassa', 'creem'));
ALTER TABLE webhooks ADD COLUMN name text;
-- Whether its secret may be read again; decided when it is made.
ALTER TABLE webhooks ADD COLUMN secret_readable bigint NOT NULL DEFAULT 0
  CHECK (secret_readable IN (0, 1));

ALTER TABLE webhook_deliveries ADD COLUMN format text NOT NULL DEFAULT 'kassa'
  CHECK (format IN ('kassa', 'creem'));

-- An event may be two messages in Creem's format.
DROP INDEX webhook_deliveries_once;
CREATE UNIQUE INDEX webhook_deliveries_once
  ON webhook_deliveries (store_id, webhook_id, sequence, event_type) WHERE is_replay = 0;

-- What is sent in Creem's format: kept, so that it is the same each time. With seeds instead of
-- license keys, as in events.
CREATE TABLE creem_messages (
  store_id text NOT NULL,
  sequence bigint NOT NULL,
  event_type text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (store_id, sequence, event_type)
);
