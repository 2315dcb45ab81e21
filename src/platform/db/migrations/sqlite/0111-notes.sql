-- What people of the store have written about a customer or a payment, for themselves. Buyers see
-- none of it. transaction_id: of a payment of this customer; null: of the customer alone.
CREATE TABLE notes (
  store_id text NOT NULL,
  note_id text NOT NULL,
  customer_id text NOT NULL,
  transaction_id text,
  text text NOT NULL,
  -- Who has written it: a person or an API key.
  actor_kind text NOT NULL,
  actor_id text,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, note_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX notes_of_customer ON notes (store_id, customer_id, note_id);
CREATE INDEX notes_of_payment ON notes (store_id, transaction_id, note_id)
  WHERE transaction_id IS NOT NULL;
