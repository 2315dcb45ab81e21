-- Disputes that still wait for an answer: few, among any number that have ended.
CREATE INDEX disputes_open ON disputes (store_id, due_at) WHERE status = 'opened';
