-- Mails, written in the transaction of what they tell. All instants are real time, but created_at.
CREATE TABLE mails (
  store_id text NOT NULL REFERENCES stores (store_id),
  mail_id text NOT NULL,
  kind text NOT NULL,
  customer_id text,
  recipient text NOT NULL,
  language text NOT NULL,
  -- The same at every attempt, so that a receiver recognises a repeat.
  message_id text NOT NULL,
  -- What it tells, as JSON. Links that let somebody in are in sealed_secrets, until it is sent.
  data text NOT NULL,
  sealed_secrets text,
  -- Their names, as JSON: these are known for longer.
  secret_names text NOT NULL,
  -- Files by reference, as JSON: [{ "invoice_id": … }].
  attachments text NOT NULL,
  resend_of text,
  status text NOT NULL
    CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'kept', 'canceled')),
  attempts bigint NOT NULL CHECK (attempts >= 0),
  -- What the mail server said last, or why it could not be asked.
  response text,
  queued_at bigint NOT NULL,
  -- While it is being sent: when another process may take it over.
  next_attempt_at bigint,
  claimed_by text,
  give_up_at bigint NOT NULL,
  -- From then on it is of no use: the link in it has expired.
  send_before bigint,
  last_attempt_at bigint,
  sent_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, mail_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  CHECK ((status IN ('queued', 'sending')) = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
  CHECK (status NOT IN ('sent', 'canceled') OR sealed_secrets IS NULL)
);
CREATE INDEX mails_due ON mails (store_id, next_attempt_at, mail_id)
  WHERE status IN ('queued', 'sending');
CREATE INDEX mails_of_customer ON mails (store_id, customer_id, mail_id);
CREATE INDEX mails_by_kind ON mails (store_id, kind, mail_id);
CREATE INDEX mails_by_status ON mails (store_id, status, mail_id);
CREATE INDEX mails_old ON mails (queued_at) WHERE status NOT IN ('queued', 'sending');

-- Addresses that a mail server has refused for good, until it takes a mail for them again.
CREATE TABLE bounced_addresses (
  store_id text NOT NULL REFERENCES stores (store_id),
  email_folded text NOT NULL,
  response text NOT NULL,
  bounced_at bigint NOT NULL,
  PRIMARY KEY (store_id, email_folded)
);
