-- Stores that were copied, and what was made of them: the same copy is made once.

-- A copy of a store, by the mode and the name that were asked for: the store may be renamed later.
CREATE TABLE store_copies (
  store_id text COLLATE "C" NOT NULL REFERENCES stores (store_id),
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
  name text COLLATE "C" NOT NULL,
  copy_store_id text COLLATE "C" NOT NULL,
  -- How many records of each kind it began with, as JSON.
  copied text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (store_id, mode, name)
);
