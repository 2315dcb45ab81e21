-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('licenses', 'licenses_without_entry', '1000 1000 1');
