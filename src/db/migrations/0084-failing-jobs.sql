-- Jobs that have failed at every run for a while, in a process that still says so: of the whole
-- installation. A process that has ended says nothing any more, so its rows count until `valid_until`.
CREATE TABLE failing_jobs (
  process text NOT NULL,
  job text NOT NULL,
  failing_since bigint NOT NULL,
  failed_at bigint NOT NULL,
  valid_until bigint NOT NULL,
  problem text NOT NULL,
  PRIMARY KEY (process, job)
);
