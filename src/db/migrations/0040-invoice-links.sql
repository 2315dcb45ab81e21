-- Every payment is shown with the address of its invoice. All that it takes is in this index: a
-- look-up in the table itself is five times slower, because its rows are long.
DROP INDEX invoices_of_sale;
CREATE INDEX invoices_of_sale ON invoices
  (store_id, sale_id, position, transaction_id, cause, kind, invoice_id, secret);
