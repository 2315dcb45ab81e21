-- A debt that a payment collects leaves the balance when the payment is opened, as credit does that
-- it uses (decision 81). So far it did when the payment was paid: those that are under way now.
UPDATE customer_balances
SET balance_minor = balance_minor + (
  SELECT SUM(t.balance_change_minor) FROM transactions t
  WHERE t.store_id = customer_balances.store_id AND t.customer_id = customer_balances.customer_id
    AND t.currency = customer_balances.currency AND t.status = 'pending'
    AND t.balance_change_minor > 0 AND t.balance_change_minor <= t.total_minor)
WHERE EXISTS (
  SELECT 1 FROM transactions t
  WHERE t.store_id = customer_balances.store_id AND t.customer_id = customer_balances.customer_id
    AND t.currency = customer_balances.currency AND t.status = 'pending'
    AND t.balance_change_minor > 0 AND t.balance_change_minor <= t.total_minor);
