-- Named like SQLite's table, so that one statement serves both engines.
CREATE TABLE search_texts (
  rowid bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record_id text NOT NULL,
  search_texts tsvector NOT NULL
);
CREATE INDEX search_texts_words ON search_texts USING gin (search_texts);
