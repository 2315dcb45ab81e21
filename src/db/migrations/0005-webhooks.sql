-- Where events are sent to.
CREATE TABLE webhooks (
  store_id text NOT NULL REFERENCES stores (store_id),
  webhook_id text NOT NULL,
  url text NOT NULL,
  events text,
  sealed_secret text NOT NULL,
  sealed_old_secret text,
  old_secret_until bigint,
  -- Up to this event, deliveries were made.
  last_sequence bigint NOT NULL CHECK (last_sequence >= 0),
  disabled_at bigint,
  disabled_reason text CHECK (disabled_reason IN ('seller', 'gone', 'failing')),
  failing_since bigint,
  last_delivered_at bigint,
  deleted_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (store_id, webhook_id),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX webhooks_deleted ON webhooks (store_id, webhook_id) WHERE deleted_at IS NOT NULL;

-- One event for one endpoint, until it has taken it. All instants are real time.
CREATE TABLE webhook_deliveries (
  store_id text NOT NULL,
  delivery_id text NOT NULL,
  webhook_id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  sequence bigint NOT NULL,
  subject text NOT NULL,
  is_replay bigint NOT NULL DEFAULT 0 CHECK (is_replay IN (0, 1)),
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts bigint NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  response_status bigint,
  error text,
  last_attempt_at bigint,
  next_attempt_at bigint,
  delivered_at bigint,
  -- Until then one process has it to itself.
  claimed_until bigint NOT NULL DEFAULT 0,
  claimed_by text,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, delivery_id),
  FOREIGN KEY (store_id, webhook_id) REFERENCES webhooks (store_id, webhook_id),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'delivered') = (delivered_at IS NOT NULL))
);
-- An event goes to an endpoint once, but for what is sent again on purpose.
CREATE UNIQUE INDEX webhook_deliveries_once
  ON webhook_deliveries (store_id, webhook_id, sequence) WHERE is_replay = 0;
CREATE INDEX webhook_deliveries_due
  ON webhook_deliveries (store_id, webhook_id, next_attempt_at, sequence)
  WHERE status = 'pending';
CREATE INDEX webhook_deliveries_in_order
  ON webhook_deliveries (store_id, webhook_id, subject, sequence) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_of_webhook
  ON webhook_deliveries (store_id, webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (store_id, event_id, delivery_id);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (store_id, status, delivery_id);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_at) WHERE status <> 'pending';
