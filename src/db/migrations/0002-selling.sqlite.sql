CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries do not change'); END;
CREATE TRIGGER ledger_entries_remain BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries do not change'); END;

-- Without figures SQLite takes a store for a few rows and reads all of them instead of an index.
-- These are those of a large shop, in the form that ANALYZE writes: rows in all, then rows for
-- each value of the first column, of the first two, and so on.
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('checkouts', 'checkouts', '1000000 1000000 1'),
  ('checkouts', 'checkouts_by_address', '1000000 1'),
  ('checkouts', 'checkouts_due', '10000 10000 1'),
  ('transactions', 'transactions', '1000000 1000000 1'),
  ('transactions', 'transactions_of_checkout', '1000000 1000000 2 1'),
  ('transactions', 'transactions_of_customer', '1000000 1000000 10 1'),
  ('transactions', 'transactions_of_product', '1000000 1000000 1000 1'),
  ('transactions', 'transactions_of_subscription', '1000000 1000000 10 1'),
  ('transactions', 'transactions_of_discount', '1000000 1000000 100'),
  ('transactions', 'transactions_refunding', '1000000 1000000 2'),
  ('transactions', 'transactions_pending', '100 100 1'),
  ('transactions', 'transactions_by_status', '1000000 1000000 200000 1'),
  ('transactions', 'transactions_by_type', '1000000 1000000 200000 1'),
  ('transactions', 'transactions_once_per_checkout', '1000000 1000000 1'),
  ('transactions', 'transactions_once_per_request', '1000000 1000000 1');
