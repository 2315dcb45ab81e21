-- How the next document of a store is numbered. `last_position` counts the documents; the row is
-- locked from when a number is taken to the end of the transaction, which is the next step.
CREATE TABLE invoice_series (
  store_id text NOT NULL PRIMARY KEY REFERENCES stores (store_id),
  prefix text NOT NULL,
  next_number bigint NOT NULL CHECK (next_number >= 1),
  last_position bigint NOT NULL CHECK (last_position >= 0),
  -- The day of the newest document: days go forward as numbers do.
  last_issued_on text NOT NULL,
  -- The newest transaction from before Kassa issued invoices: up to it they may have none.
  none_until text NOT NULL DEFAULT ''
);
INSERT INTO invoice_series (store_id, prefix, next_number, last_position, last_issued_on, none_until)
  SELECT store_id, 'INV-', 1, 0, '', MAX(transaction_id) FROM transactions GROUP BY store_id;

-- Where a seller has changed the series: from this document on it is counted from this number.
CREATE TABLE invoice_series_changes (
  store_id text NOT NULL REFERENCES stores (store_id),
  from_position bigint NOT NULL,
  prefix text NOT NULL,
  first_number bigint NOT NULL,
  PRIMARY KEY (store_id, from_position)
);

-- Invoices and credit notes: what was issued, as it was issued (InvoiceDocument, as JSON).
CREATE TABLE invoices (
  store_id text NOT NULL,
  -- 1, 2, 3, … without gaps, whatever the numbers look like.
  position bigint NOT NULL CHECK (position >= 1),
  invoice_id text NOT NULL,
  -- Makes its link unguessable.
  secret text NOT NULL,
  number text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  cause text NOT NULL
    CHECK (cause IN ('sale', 'change', 'refund', 'dispute', 'reversal', 'correction')),
  customer_id text NOT NULL,
  -- The payment or refund that it is about, and the payment that both are about.
  transaction_id text NOT NULL,
  sale_id text NOT NULL,
  -- The document that this one credits, replaces or reverses.
  refers_to text,
  document text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, position),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id)
);
CREATE UNIQUE INDEX invoices_by_id ON invoices (invoice_id);
CREATE UNIQUE INDEX invoices_by_number ON invoices (store_id, number);
CREATE INDEX invoices_of_sale ON invoices (store_id, sale_id, position);
CREATE INDEX invoices_of_customer ON invoices (store_id, customer_id, position);
CREATE INDEX invoices_crediting ON invoices (store_id, position) WHERE kind = 'credit_note';
