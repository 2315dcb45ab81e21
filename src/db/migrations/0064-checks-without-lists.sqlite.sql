-- As in 0015: SQLite changes constraints by their text. It keeps a list of more than two values in
-- a table of its own, which it makes and fills anew for every row that is written.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'scope IN (''full'', ''read'', ''license'')',
    '(scope = ''full'' OR scope = ''read'' OR scope = ''license'')')
  WHERE type = 'table' AND name = 'api_keys';
UPDATE sqlite_schema SET sql = replace(sql,
    'billing_interval IN (''day'', ''week'', ''month'', ''year'')',
    '(billing_interval = ''day'' OR billing_interval = ''week'' OR billing_interval = ''month''
      OR billing_interval = ''year'')')
  WHERE type = 'table' AND name IN ('products', 'checkouts', 'subscriptions');
UPDATE sqlite_schema SET sql = replace(sql,
    'tax_category IN (''digital'', ''ebook'', ''exempt'')',
    '(tax_category = ''digital'' OR tax_category = ''ebook'' OR tax_category = ''exempt'')')
  WHERE type = 'table' AND name = 'products';
UPDATE sqlite_schema SET sql = replace(sql,
    'duration IN (''once'', ''forever'', ''repeating'')',
    '(duration = ''once'' OR duration = ''forever'' OR duration = ''repeating'')')
  WHERE type = 'table' AND name = 'discount_codes';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''open'', ''processing'', ''completed'', ''expired'')',
    '(status = ''open'' OR status = ''processing'' OR status = ''completed''
      OR status = ''expired'')')
  WHERE type = 'table' AND name = 'checkouts';
UPDATE sqlite_schema SET sql = replace(sql,
    'type IN (''purchase'', ''subscription_start'', ''renewal'', ''plan_change'', ''refund'')',
    '(type = ''purchase'' OR type = ''subscription_start'' OR type = ''renewal''
      OR type = ''plan_change'' OR type = ''refund'')')
  WHERE type = 'table' AND name = 'transactions';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''pending'', ''paid'', ''declined'', ''partially_refunded'', ''refunded'',
      ''disputed'', ''charged_back'', ''failed'')',
    '(status = ''pending'' OR status = ''paid'' OR status = ''declined''
      OR status = ''partially_refunded'' OR status = ''refunded'' OR status = ''disputed''
      OR status = ''charged_back'' OR status = ''failed'')')
  WHERE type = 'table' AND name = 'transactions';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''trialing'', ''active'', ''past_due'', ''paused'', ''canceled'')',
    '(status = ''trialing'' OR status = ''active'' OR status = ''past_due'' OR status = ''paused''
      OR status = ''canceled'')')
  WHERE type = 'table' AND name = 'subscriptions';
UPDATE sqlite_schema SET sql = replace(sql,
    'paused_by IN (''customer'', ''seller'', ''unpaid'')',
    '(paused_by = ''customer'' OR paused_by = ''seller'' OR paused_by = ''unpaid'')')
  WHERE type = 'table' AND name = 'subscriptions';
UPDATE sqlite_schema SET sql = replace(sql,
    'disabled_reason IN (''seller'', ''gone'', ''failing'')',
    '(disabled_reason = ''seller'' OR disabled_reason = ''gone'' OR disabled_reason = ''failing'')')
  WHERE type = 'table' AND name = 'webhooks';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''pending'', ''delivered'', ''failed'')',
    '(status = ''pending'' OR status = ''delivered'' OR status = ''failed'')')
  WHERE type = 'table' AND name = 'webhook_deliveries';
UPDATE sqlite_schema SET sql = replace(sql,
    'disabled_reason IN (''seller'', ''refund'', ''plan'')',
    '(disabled_reason = ''seller'' OR disabled_reason = ''refund'' OR disabled_reason = ''plan'')')
  WHERE type = 'table' AND name = 'licenses';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''waiting'', ''pending'', ''paid'', ''declined'')',
    '(status = ''waiting'' OR status = ''pending'' OR status = ''paid'' OR status = ''declined'')')
  WHERE type = 'table' AND name = 'test_gateway_charges';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''pending'', ''paid'', ''declined'')',
    '(status = ''pending'' OR status = ''paid'' OR status = ''declined'')')
  WHERE type = 'table' AND name = 'test_gateway_refunds';
UPDATE sqlite_schema SET sql = replace(sql,
    'fault IN
    (''slow_before'', ''slow_after'', ''answer_lost'', ''unavailable'', ''search_missing'')',
    '(fault = ''slow_before'' OR fault = ''slow_after'' OR fault = ''answer_lost''
      OR fault = ''unavailable'' OR fault = ''search_missing'')')
  WHERE type = 'table' AND name = 'test_gateway_faults';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''returning'', ''returned'', ''refused'')',
    '(status = ''returning'' OR status = ''returned'' OR status = ''refused'')')
  WHERE type = 'table' AND name = 'stray_payments';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''opened'', ''won'', ''lost'')',
    '(status = ''opened'' OR status = ''won'' OR status = ''lost'')')
  WHERE type = 'table' AND name = 'disputes';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''open'', ''completed'', ''expired'')',
    '(status = ''open'' OR status = ''completed'' OR status = ''expired'')')
  WHERE type = 'table' AND name = 'card_updates';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''queued'', ''sending'', ''sent'', ''failed'', ''kept'', ''canceled'')',
    '(status = ''queued'' OR status = ''sending'' OR status = ''sent'' OR status = ''failed''
      OR status = ''kept'' OR status = ''canceled'')')
  WHERE type = 'table' AND name = 'mails';
UPDATE sqlite_schema SET sql = replace(sql,
    'role IN (''admin'', ''support'', ''viewer'')',
    '(role = ''admin'' OR role = ''support'' OR role = ''viewer'')')
  WHERE type = 'table' AND name = 'members';
UPDATE sqlite_schema SET sql = replace(sql,
    'actor_kind IN (''person'', ''api_key'', ''customer'', ''job'', ''command'', ''provider'')',
    '(actor_kind = ''person'' OR actor_kind = ''api_key'' OR actor_kind = ''customer''
      OR actor_kind = ''job'' OR actor_kind = ''command'' OR actor_kind = ''provider'')')
  WHERE type = 'table' AND name = 'audit_entries';
UPDATE sqlite_schema SET sql = replace(sql,
    'state IN (''uncounted'', ''trialing'', ''unpaid'', ''active'', ''paused'', ''ended'')',
    '(state = ''uncounted'' OR state = ''trialing'' OR state = ''unpaid'' OR state = ''active''
      OR state = ''paused'' OR state = ''ended'')')
  WHERE type = 'table' AND name = 'subscription_standings';
UPDATE sqlite_schema SET sql = replace(sql,
    'role IN (''owner'', ''admin'', ''support'', ''viewer'')',
    '(role = ''owner'' OR role = ''admin'' OR role = ''support'' OR role = ''viewer'')')
  WHERE type = 'table' AND name = 'invitations';
UPDATE sqlite_schema SET sql = replace(sql,
    'made_by IN (''command'', ''schedule'', ''noted'')',
    '(made_by = ''command'' OR made_by = ''schedule'' OR made_by = ''noted'')')
  WHERE type = 'table' AND name = 'backups';
UPDATE sqlite_schema SET sql = replace(sql,
    'kind IN (''product'', ''customer'', ''transaction'', ''license'')',
    '(kind = ''product'' OR kind = ''customer'' OR kind = ''transaction'' OR kind = ''license'')')
  WHERE type = 'table' AND name = 'record_numbers';
UPDATE sqlite_schema SET sql = replace(sql,
    'cause IN (''sale'', ''change'', ''refund'', ''dispute'', ''reversal'', ''correction'')',
    '(cause = ''sale'' OR cause = ''change'' OR cause = ''refund'' OR cause = ''dispute''
      OR cause = ''reversal'' OR cause = ''correction'')')
  WHERE type = 'table' AND name = 'invoices';
PRAGMA writable_schema = RESET;
