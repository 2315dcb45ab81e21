-- What was agreed about a coupon, from which `kassa verify` computes when it ends: for how many months
-- (of a repeating one), counted from when (null: agreed before this was kept), and the interval, as
-- '1 month', whose periods it takes its whole discount off ('': the interval was changed since); of
-- others, it takes a share.
ALTER TABLE subscriptions ADD COLUMN coupon_months bigint CHECK (coupon_months >= 1);
ALTER TABLE subscriptions ADD COLUMN coupon_interval text;
ALTER TABLE subscriptions ADD COLUMN discount_from bigint;

UPDATE subscriptions SET
  coupon_months = (SELECT d.duration_months FROM discount_codes d
    WHERE d.store_id = subscriptions.store_id AND d.discount_id = subscriptions.discount_id),
  coupon_interval = COALESCE(
    (SELECT c.billing_interval_count || ' ' || c.billing_interval FROM checkouts c
      WHERE c.store_id = subscriptions.store_id
        AND c.checkout_session_id = subscriptions.checkout_session_id
        AND c.discount_id = subscriptions.discount_id),
    billing_interval_count || ' ' || billing_interval)
  WHERE discount_id IS NOT NULL;

-- How long a subscription has stood still: until `resumed_at`, in the period that began at
-- `period_start`. A pause that nobody had paid begins with the period that is not paid.
CREATE TABLE pauses (
  store_id text NOT NULL,
  subscription_id text NOT NULL,
  paused_at bigint NOT NULL,
  resumed_at bigint NOT NULL CHECK (resumed_at > paused_at),
  period_start bigint NOT NULL,
  PRIMARY KEY (store_id, subscription_id, paused_at),
  FOREIGN KEY (store_id, subscription_id) REFERENCES subscriptions (store_id, subscription_id)
);

-- The pauses of current periods that are over, as one.
INSERT INTO pauses (store_id, subscription_id, paused_at, resumed_at, period_start)
  SELECT store_id, subscription_id, current_period_start, current_period_start + paused_ms,
    current_period_start
  FROM subscriptions WHERE paused_ms > 0;
