ALTER TABLE checkouts ALTER COLUMN customer_id DROP NOT NULL;
ALTER TABLE checkouts ADD CHECK (status NOT IN ('processing', 'completed') OR customer_id IS NOT NULL);
