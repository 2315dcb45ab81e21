-- The coupon that a later one has replaced, as JSON: the current period keeps the price it gave.
ALTER TABLE subscriptions ADD COLUMN earlier_coupon text;
