CREATE TRIGGER invoices_stay BEFORE UPDATE ON invoices
BEGIN SELECT RAISE(ABORT, 'invoices do not change'); END;
CREATE TRIGGER invoices_remain BEFORE DELETE ON invoices
BEGIN SELECT RAISE(ABORT, 'invoices do not change'); END;

-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('invoice_series_changes', 'invoice_series_changes', '1000 10 1'),
  ('invoices', 'invoices', '1000000 1000000 1'),
  ('invoices', 'invoices_by_id', '1000000 1'),
  ('invoices', 'invoices_by_number', '1000000 1000000 1'),
  ('invoices', 'invoices_of_sale', '1000000 1000000 2 1'),
  ('invoices', 'invoices_of_customer', '1000000 1000000 10 1'),
  ('invoices', 'invoices_crediting', '10000 10000 1');
