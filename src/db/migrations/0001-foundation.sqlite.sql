-- Only ASCII blanks and signs separate words: the text is already cut into words (core/words.ts).
CREATE VIRTUAL TABLE search_texts USING fts5(
  title, body, record_id UNINDEXED,
  content = '', contentless_delete = 1, contentless_unindexed = 1,
  detail = column, tokenize = 'ascii'
);
-- Small pages: finding the newest of a frequent word reads a page per segment, backwards, and
-- took a third of the time at 200,000 texts with 512 bytes instead of 4,050.
INSERT INTO search_texts (search_texts, rank) VALUES ('pgsz', 512);
