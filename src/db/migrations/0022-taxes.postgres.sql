-- A bill that gives back more than it charges has a tax below 0. A subtotal is without tax, also
-- where the price has it in it.
DO $$
DECLARE one record;
BEGIN
  FOR one IN SELECT conname FROM pg_constraint
    WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
      AND conrelid = 'transactions'::regclass
      AND pg_get_constraintdef(oid) = 'CHECK ((tax_minor >= 0))'
  LOOP EXECUTE format('ALTER TABLE transactions DROP CONSTRAINT %I', one.conname);
  END LOOP;
  FOR one IN SELECT conname FROM pg_constraint
    WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
      AND conrelid = 'checkouts'::regclass
      AND pg_get_constraintdef(oid)
        = 'CHECK (((trial_days > 0) OR (subtotal_minor = (unit_price_minor * quantity))))'
  LOOP EXECUTE format('ALTER TABLE checkouts DROP CONSTRAINT %I', one.conname);
  END LOOP;
END $$;
ALTER TABLE checkouts ADD CHECK
  (trial_days > 0 OR tax_rows <> '[]' OR subtotal_minor = unit_price_minor * quantity);
