-- Who paused a subscription: the customer, the seller, or 'unpaid' when nobody paid. A scheduled
-- cancel of one that the seller had paused keeps it, so that taking the cancel back is the seller's.
ALTER TABLE subscriptions ADD COLUMN paused_by text
  CHECK (paused_by IN ('customer', 'seller', 'unpaid'));
UPDATE subscriptions SET paused_by = 'seller' WHERE status = 'paused';

-- A coupon that was applied later counts for periods that begin at this instant or after it.
ALTER TABLE subscriptions ADD COLUMN discount_starts_at bigint;

-- Coupons that were applied to a subscription after it began: each is one redemption.
CREATE TABLE applied_coupons (
  store_id text NOT NULL,
  discount_id text NOT NULL,
  subscription_id text NOT NULL,
  customer_id text NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (store_id, discount_id, subscription_id, applied_at),
  FOREIGN KEY (store_id, discount_id) REFERENCES discount_codes (store_id, discount_id),
  FOREIGN KEY (store_id, subscription_id) REFERENCES subscriptions (store_id, subscription_id)
);
