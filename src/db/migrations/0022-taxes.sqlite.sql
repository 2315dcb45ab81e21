-- A bill that gives back more than it charges has a tax below 0. As in 0015: SQLite changes
-- constraints by their text.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'tax_minor INTEGER NOT NULL CHECK (tax_minor >= 0)', 'tax_minor INTEGER NOT NULL')
  WHERE type = 'table' AND name = 'transactions';
-- A subtotal is without tax, also where the price has it in it.
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK (trial_days > 0 OR subtotal_minor = unit_price_minor * quantity)',
    'CHECK (trial_days > 0 OR tax_rows <> ''[]'' OR subtotal_minor = unit_price_minor * quantity)')
  WHERE type = 'table' AND name = 'checkouts';
PRAGMA writable_schema = RESET;

-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('tax_rates', 'tax_rates', '1000 100 1'),
  ('customer_billings', 'customer_billings_vies', '10000 1'),
  ('transactions', 'transactions_settled', '1000000 1000000 1 1'),
  ('disputes', 'disputes_ended', '1000 1000 1 1 1');
