-- Which refunds and disputes of its payments have taken what from the current period (PeriodRefund[]
-- as JSON): one that does not come to pass gives exactly that back.
ALTER TABLE subscriptions ADD COLUMN period_refunds text NOT NULL DEFAULT '[]';
-- What a cancel gave back of the period (EndRefund as JSON): it may have counted such a one.
ALTER TABLE subscriptions ADD COLUMN end_refund text;
