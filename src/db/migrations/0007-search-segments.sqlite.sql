-- Writing joins segments of the index only when there are many: the rest is put off until no
-- text is written, and then done thoroughly (decision 20).
INSERT INTO search_texts (search_texts, rank) VALUES ('automerge', 16), ('usermerge', 2);
