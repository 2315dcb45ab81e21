-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('licenses', 'licenses', '1000000 1000000 1'),
  ('licenses', 'licenses_by_key', '1000000 1000000 1'),
  ('licenses', 'licenses_once_per_purchase', '1000000 1000000 1'),
  ('licenses', 'licenses_once_per_subscription', '500000 500000 1'),
  ('licenses', 'licenses_of_customer', '1000000 1000000 2 1'),
  ('licenses', 'licenses_of_product', '1000000 1000000 10000 1'),
  ('license_instances', 'license_instances', '1000000 1000000 2 1'),
  ('license_instances', 'license_instances_once', '1000000 1000000 2 1'),
  ('ended_instances', 'ended_instances', '1000000 1000000 5 1');
