-- What happens to one record is sent in order: a delivery has its turn when no earlier one about the
-- same record is untried. Kept with the delivery, so that those that wait are never looked through.
ALTER TABLE webhook_deliveries
  ADD COLUMN has_turn bigint NOT NULL DEFAULT 1 CHECK (has_turn IN (0, 1));
CREATE INDEX webhook_deliveries_untried
  ON webhook_deliveries (store_id, webhook_id, subject, sequence)
  WHERE status = 'pending' AND attempts = 0 AND is_replay = 0;
UPDATE webhook_deliveries SET has_turn = 0
  WHERE status = 'pending' AND attempts = 0 AND is_replay = 0 AND EXISTS (
    SELECT 1 FROM webhook_deliveries e
    WHERE e.store_id = webhook_deliveries.store_id AND e.webhook_id = webhook_deliveries.webhook_id
      AND e.subject = webhook_deliveries.subject AND e.sequence < webhook_deliveries.sequence
      AND e.status = 'pending' AND e.attempts = 0 AND e.is_replay = 0);
DROP INDEX webhook_deliveries_in_order;
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due
  ON webhook_deliveries (store_id, webhook_id, has_turn, next_attempt_at, sequence)
  WHERE status = 'pending';
