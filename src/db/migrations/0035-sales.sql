-- Whose event it is, where its record belongs to a customer.
ALTER TABLE events ADD COLUMN customer_id text;
CREATE INDEX events_of_customer ON events (store_id, customer_id, sequence)
  WHERE customer_id IS NOT NULL;

-- Has all that can be filtered by, so that a page in this order looks at the index alone.
CREATE INDEX transactions_by_amount ON transactions
  (store_id, currency, total_minor, transaction_id, status, type, product_id, customer_id);
CREATE INDEX transactions_by_card ON transactions (store_id, card_last_four, transaction_id)
  WHERE card_last_four IS NOT NULL;
CREATE INDEX invoices_by_day ON invoices (store_id, created_at, position);
