-- Until when the license of a subscription that is past due stays good; null: as long as it is
-- past due. It says nothing of a subscription in any other status.
ALTER TABLE subscriptions ADD COLUMN grace_ends_at bigint;

-- For how many days a certificate of a license is good at most.
ALTER TABLE licenses ADD COLUMN certificate_days bigint NOT NULL DEFAULT 30
  CHECK (certificate_days BETWEEN 1 AND 3650);
