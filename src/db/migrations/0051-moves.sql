-- Moves between databases (`kassa move`) that this one took part in. Nobody works in a database that
-- is being filled, or whose records live elsewhere by now (db/move/mark.ts).
CREATE TABLE moves (
  move_id text NOT NULL PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('source', 'target')),
  -- The other database, in words.
  other text NOT NULL,
  started_at bigint NOT NULL,
  finished_at bigint
);
