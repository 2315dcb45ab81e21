-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('mails', 'mails', '1000000 1000000 1'),
  ('mails', 'mails_due', '1000 1000 2 1'),
  ('mails', 'mails_of_customer', '1000000 1000000 10 1'),
  ('mails', 'mails_by_kind', '1000000 1000000 100000 1'),
  ('mails', 'mails_by_status', '1000000 1000000 300000 1'),
  ('mails', 'mails_old', '1000000 1'),
  ('bounced_addresses', 'bounced_addresses', '10000 10000 1');
