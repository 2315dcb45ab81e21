-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('mails', 'mails_by_recipient', '1000000 1000000 10 1');
