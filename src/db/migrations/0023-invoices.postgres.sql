CREATE FUNCTION refuse_change_of_invoice() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'invoices do not change'; END $$;
CREATE TRIGGER invoices_stay BEFORE UPDATE OR DELETE ON invoices
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_invoice();
CREATE TRIGGER invoices_remain BEFORE TRUNCATE ON invoices
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_invoice();
