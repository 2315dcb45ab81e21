-- In which language the customer is written to; null: not known.
ALTER TABLE customers ADD COLUMN language text;

-- The notice of a coming renewal is not due before then. See renewalNoticeAt.
ALTER TABLE subscriptions ADD COLUMN notice_after bigint NOT NULL DEFAULT 0;
UPDATE subscriptions SET next_action_at = current_period_end - 5184000000
WHERE status = 'active' AND billing_interval = 'year' AND cancel_at_period_end = 0
  AND next_action_at > current_period_end - 5184000000;

-- When the customer is told that the card expires; null: was told, or is not known.
ALTER TABLE payment_methods ADD COLUMN expiry_notice_at bigint;
CREATE INDEX payment_methods_expiring ON payment_methods (store_id, expiry_notice_at)
  WHERE expiry_notice_at IS NOT NULL;

-- Who has asked for a link to the portal: any address that somebody has typed, for a day.
CREATE TABLE portal_sign_ins (
  store_id text NOT NULL REFERENCES stores (store_id),
  email_folded text NOT NULL,
  language text,
  is_waiting bigint NOT NULL CHECK (is_waiting IN (0, 1)),
  -- Real time.
  asked_at bigint NOT NULL,
  PRIMARY KEY (store_id, email_folded)
);
CREATE INDEX portal_sign_ins_waiting ON portal_sign_ins (store_id, asked_at) WHERE is_waiting = 1;
CREATE INDEX portal_sign_ins_old ON portal_sign_ins (asked_at);
