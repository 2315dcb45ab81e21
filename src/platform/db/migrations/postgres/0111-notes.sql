-- What people of the store have written about a customer or a payment, for themselves. Buyers see
-- none of it. transaction_id: of a payment of this customer; null: of the customer alone.
CREATE TABLE notes (
  store_id text COLLATE "C" NOT NULL,
  note_id text COLLATE "C" NOT NULL,
  customer_id text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C",
  text text COLLATE "C" NOT NULL,
  -- Who has written it: a person or an API key.
  actor_kind text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C",
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, note_id),
  FOREIGN KEY (store_id, customer_id) REFERENCES customers (store_id, customer_id),
  FOREIGN KEY (store_id, transaction_id) REFERENCES transactions (store_id, transaction_id)
);
CREATE INDEX notes_of_customer ON notes (store_id, customer_id, note_id);
CREATE INDEX notes_of_payment ON notes (store_id, transaction_id, note_id)
  WHERE transaction_id IS NOT NULL;
