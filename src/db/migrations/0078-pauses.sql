-- Until when a customer cannot pause again: a pause that was used stays used through a change of
-- interval. null: they can.
ALTER TABLE subscriptions ADD COLUMN pause_used_until bigint;
UPDATE subscriptions SET pause_used_until = current_period_end WHERE paused_ms > 0;
