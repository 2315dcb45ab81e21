-- Whether its subscription was changed to a plan that has no licenses. A plan whose terms the seller
-- removes later does not count: who has a license keeps it.
ALTER TABLE licenses ADD COLUMN lacks_plan bigint NOT NULL DEFAULT 0
  CHECK (lacks_plan BETWEEN 0 AND 1);
UPDATE licenses SET lacks_plan = 1 WHERE disabled_reason = 'plan';
