-- The key with which the page of a store shows the provider's own fields, if it does. It is public.
ALTER TABLE provider_connections ADD COLUMN publishable_key text;
