CREATE TRIGGER ledger_entries_stay BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries do not change'); END;
CREATE TRIGGER ledger_entries_remain BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries do not change'); END;
