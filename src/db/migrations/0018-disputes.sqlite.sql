-- As in 0015: SQLite changes constraints by their text.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK (status IN (''pending'', ''paid'', ''declined'', ''partially_refunded'', ''refunded''))',
    'CHECK (status IN (''pending'', ''paid'', ''declined'', ''partially_refunded'', ''refunded'',
      ''disputed'', ''charged_back'', ''failed''))')
  WHERE type = 'table' AND name = 'transactions';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK ((status = ''declined'') = (decline_code IS NOT NULL))',
    'CHECK ((status IN (''declined'', ''failed'')) = (decline_code IS NOT NULL))')
  WHERE type = 'table' AND name = 'transactions';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK ((status = ''partially_refunded'')',
    'CHECK ((status IN (''disputed'', ''charged_back'')) = (disputed_minor > 0)),
  CHECK (status <> ''failed'' OR type = ''refund''),
  CHECK ((fee_minor IS NULL) = (fee_currency IS NULL)),
  CHECK (status IN (''disputed'', ''charged_back'') OR (status = ''partially_refunded'')')
  WHERE type = 'table' AND name = 'transactions';
UPDATE sqlite_schema SET sql = replace(sql,
    'CHECK ((status = ''refunded'') =',
    'CHECK (status IN (''disputed'', ''charged_back'') OR (status = ''refunded'') =')
  WHERE type = 'table' AND name = 'transactions';
PRAGMA writable_schema = RESET;

-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('transactions', 'transactions_without_fee', '1000 1000 1'),
  ('disputes', 'disputes', '10000 10000 1 1'),
  ('disputes', 'disputes_ending', '10 10 1'),
  ('test_gateway_disputes', 'test_gateway_disputes', '10000 10000 1'),
  ('test_gateway_messages', 'test_gateway_messages', '10000 10000 1'),
  ('test_gateway_messages', 'test_gateway_messages_due', '10000 10000 1');
