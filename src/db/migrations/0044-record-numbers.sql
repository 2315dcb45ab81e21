-- Whole numbers for records, for programs that know no other identifiers (decision 58). A number is
-- given to a record once, and never to another one, of any store.
CREATE TABLE record_numbers (
  store_id text NOT NULL REFERENCES stores (store_id),
  kind text NOT NULL CHECK (kind IN ('product', 'customer', 'transaction', 'license')),
  record_id text NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (store_id, kind, record_id)
);
CREATE UNIQUE INDEX record_numbers_once ON record_numbers (number);

-- One row, of no store: the number that is given next.
CREATE TABLE record_number_counter (
  store_id text PRIMARY KEY CHECK (store_id = ''),
  next_number bigint NOT NULL
);
INSERT INTO record_number_counter VALUES ('', 1);
