CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries do not change'); END;
CREATE TRIGGER audit_entries_remain BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries do not change'); END;

-- As in 0002: figures of a large shop, so that indexes are used.
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('audit_entries', 'audit_entries', '1000000 100000 1'),
  ('audit_entries', 'audit_entries_by_age', '1000000 100000 1 1'),
  ('audit_entries', 'audit_entries_of_target', '1000000 100000 2 1 1'),
  ('audit_entries', 'audit_entries_of_actor', '1000000 100000 1000 1 1');
