-- Numbers of events that a restore left out: the events after the backup had them, and whoever has
-- read those must not take the next ones for known.
CREATE TABLE event_leaps (
  store_id text NOT NULL REFERENCES stores (store_id),
  after_sequence bigint NOT NULL CHECK (after_sequence >= 0),
  next_sequence bigint NOT NULL CHECK (next_sequence > after_sequence + 1),
  PRIMARY KEY (store_id, after_sequence)
);
