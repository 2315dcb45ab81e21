-- Constraints without a name are found by what they say.
DO $$
DECLARE one record;
BEGIN
  FOR one IN SELECT conname FROM pg_constraint
    WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
      AND conrelid = 'transactions'::regclass
      AND (pg_get_constraintdef(oid) LIKE '%partially_refunded%'
        OR pg_get_constraintdef(oid) LIKE '%decline_code%'
        OR pg_get_constraintdef(oid) LIKE '%''refunded''%')
  LOOP EXECUTE format('ALTER TABLE transactions DROP CONSTRAINT %I', one.conname);
  END LOOP;
END $$;
ALTER TABLE transactions
  ADD CHECK (status IN ('pending', 'paid', 'declined', 'partially_refunded', 'refunded',
    'disputed', 'charged_back', 'failed')),
  ADD CHECK ((status IN ('declined', 'failed')) = (decline_code IS NOT NULL)),
  ADD CHECK ((status IN ('disputed', 'charged_back')) = (disputed_minor > 0)),
  ADD CHECK (status <> 'failed' OR type = 'refund'),
  ADD CHECK ((fee_minor IS NULL) = (fee_currency IS NULL)),
  ADD CHECK (status IN ('disputed', 'charged_back') OR (status = 'partially_refunded')
    = (refunded_minor > 0 AND refunded_minor < total_minor)),
  ADD CHECK (status IN ('disputed', 'charged_back') OR (status = 'refunded')
    = (refunded_minor > 0 AND refunded_minor = total_minor));
