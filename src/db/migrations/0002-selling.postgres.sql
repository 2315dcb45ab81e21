CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'ledger entries do not change'; END $$;
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_remain BEFORE TRUNCATE ON ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
