-- Of the period that began at partial_since, only so many places of a license are paid for as a whole;
-- null: all of them.
ALTER TABLE licenses ADD COLUMN whole_places bigint;
ALTER TABLE licenses ADD COLUMN partial_since bigint;
