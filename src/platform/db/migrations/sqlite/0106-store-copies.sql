-- Stores that were copied, and what was made of them: the same copy is made once.

-- A copy of a store, by the mode and the name that were asked for: the store may be renamed later.
CREATE TABLE store_copies (
  store_id text NOT NULL REFERENCES stores (store_id),
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  name text NOT NULL,
  copy_store_id text NOT NULL,
  -- How many records of each kind it began with, as JSON.
  copied text NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (store_id, mode, name)
) STRICT, WITHOUT ROWID;

INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('store_copies', 'store_copies', '100 2 1 1');
