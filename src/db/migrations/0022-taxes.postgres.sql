-- A bill that gives back more than it charges has a tax below 0.
DO $$
DECLARE one record;
BEGIN
  FOR one IN SELECT conname FROM pg_constraint
    WHERE contype = 'c' AND connamespace = current_schema()::regnamespace
      AND conrelid = 'transactions'::regclass
      AND pg_get_constraintdef(oid) = 'CHECK ((tax_minor >= 0))'
  LOOP EXECUTE format('ALTER TABLE transactions DROP CONSTRAINT %I', one.conname);
  END LOOP;
END $$;
