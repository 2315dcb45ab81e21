-- SQLite changes constraints by their text: the procedure that its manual gives for it, which
-- copies no row.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'percent_bps INTEGER NOT NULL CHECK', 'percent_bps INTEGER CHECK')
  WHERE type = 'table' AND name = 'discount_codes';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK (valid_until >= valid_from),',
    'CHECK (valid_until >= valid_from),
  CHECK ((percent_bps IS NULL) = (amount_minor IS NOT NULL)),
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),')
  WHERE type = 'table' AND name = 'discount_codes';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK ((discount_id IS NULL) = (percent_bps IS NULL)),',
    'CHECK ((discount_id IS NULL) = (percent_bps IS NULL AND coupon_amount_minor IS NULL)),')
  WHERE type = 'table' AND name = 'checkouts';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK (subtotal_minor - discount_minor + tax_minor = total_minor)',
    'CHECK (subtotal_minor - discount_minor + tax_minor
    + CASE type WHEN ''refund'' THEN 0 ELSE balance_change_minor END = total_minor)')
  WHERE type = 'table' AND name = 'transactions';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK (status NOT IN (''canceled'', ''paused'') OR next_action_at IS NULL)',
    'CHECK (status <> ''canceled'' OR next_action_at IS NULL)')
  WHERE type = 'table' AND name = 'subscriptions';
PRAGMA writable_schema = RESET;

-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('customer_balances', 'customer_balances', '100000 100000 1 1'),
  ('balance_adjustments', 'balance_adjustments', '100000 100000 1'),
  ('balance_adjustments', 'balance_adjustments_of_customer', '100000 100000 2 1'),
  ('trials', 'trials', '100000 100000 2 1');
