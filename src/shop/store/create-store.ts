import assert from 'node:assert/strict';
import { Default } from '../../platform/core/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { auditChange } from '../../platform/operation/audit.ts';
import { operation } from '../../platform/operation/operation.ts';
import { isOneTooMany, mayMakeStore } from './may-make-store.ts';
import { ModeInput, NameInput, NewStore, showNewStore } from './new-store.rules.ts';
import { findOtherStore, insertOtherStore } from './new-store.sql.ts';
import { lockStore } from './store.sql.ts';

export const createStore = operation({
  method: 'POST',
  path: '/create-store',
  summary: 'Make an empty store beside this one',
  description:
    'It has nothing of this store: see `copy-store`. A key makes test stores; a live store is made ' +
    'by an owner in the dashboard, or at the terminal. Two stores may have one name, and stores ' +
    'stay for ever: send an Idempotency-Key.',
  scope: 'full',
  input: Type.Object({ name: NameInput, mode: Default('test', ModeInput) }),
  output: NewStore,
  errors: ['owners_only', 'store_limit'],
  answer_example: { mode: 'test' },
  async write({ input, tx, actor, services, audit, refuse, action, request_id }) {
    const { name, mode } = input;
    if (!(await mayMakeStore(tx, { actor, mode }))) throw refuse('owners_only');
    await lockStore(tx); // So that the limit holds when several are made at once.
    if (await isOneTooMany(tx, actor)) throw refuse('store_limit');
    const now = services.clock();
    const store_id = newId('store', now);
    await insertOtherStore(tx, { new_store_id: store_id, name, mode, created_at: now });
    const made = await findOtherStore(tx, store_id);
    assert(made, 'it was just made');
    const record = showNewStore(made, services.base_url);
    const after = { name, mode };
    audit({ target: store_id, after });
    const doing = { actor, action, request_id };
    await auditChange(tx, { ...doing, store_id, at: now, target: store_id, after });
    return record;
  },
});
