ALTER TABLE discount_codes ALTER COLUMN percent_bps DROP NOT NULL,
  ADD CHECK ((percent_bps IS NULL) = (amount_minor IS NOT NULL)),
  ADD CHECK ((amount_minor IS NULL) = (currency IS NULL));

-- Constraints without a name are found by what they say.
DO $$
DECLARE one record;
BEGIN
  FOR one IN SELECT conname, conrelid::regclass AS tbl FROM pg_constraint
    WHERE contype = 'c' AND connamespace = current_schema()::regnamespace AND (
      (conrelid = 'checkouts'::regclass
        AND pg_get_constraintdef(oid) = 'CHECK (((discount_id IS NULL) = (percent_bps IS NULL)))')
      OR (conrelid = 'transactions'::regclass AND pg_get_constraintdef(oid)
        = 'CHECK ((((subtotal_minor - discount_minor) + tax_minor) = total_minor))')
      OR (conrelid = 'subscriptions'::regclass
        AND pg_get_constraintdef(oid) LIKE '%next_action_at%'))
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.tbl, one.conname);
  END LOOP;
END $$;
ALTER TABLE checkouts ADD CHECK
  ((discount_id IS NULL) = (percent_bps IS NULL AND coupon_amount_minor IS NULL));
ALTER TABLE transactions ADD CHECK (subtotal_minor - discount_minor + tax_minor
  + CASE type WHEN 'refund' THEN 0 ELSE balance_change_minor END = total_minor);
ALTER TABLE subscriptions ADD CHECK (status <> 'canceled' OR next_action_at IS NULL);
