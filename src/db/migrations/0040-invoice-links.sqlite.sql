-- As in 0023: figures of a large shop. Those of the index went with it.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('invoices', 'invoices_of_sale', '1000000 1000000 2 1 1 1 1 1 1');
