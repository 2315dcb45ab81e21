-- Past due: time that was used on other terms before these (UsedTime[] as JSON), to be paid with what
-- is due; null: none.
ALTER TABLE subscriptions ADD COLUMN used_time text;
