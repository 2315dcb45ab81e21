import assert from 'node:assert/strict';
import { Described } from '../../platform/core/fields.ts';
import { newId } from '../../platform/core/ids.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { appendWork, collectEvents } from '../../platform/operation/outbox.ts';
import { mergeMailSettings } from '../mails/mail-settings.rules.ts';
import { isOneTooMany, mayMakeStore } from '../store/may-make-store.ts';
import { NewStore, showNewStore } from '../store/new-store.rules.ts';
import { findOtherStore } from '../store/new-store.sql.ts';
import { lockStore } from '../store/store.sql.ts';
import { copyRecords } from './copy-records.ts';
import { Copied, type CopiedCounts, copy_fields, isTooLarge } from './store-copy.rules.ts';
import {
  copyStoreRow,
  countRecords,
  findCopy,
  findMailSettings,
  insertCopy,
} from './store-copy.sql.ts';

export const copyStore = operation({
  method: 'POST',
  path: '/copy-store',
  summary: 'Make a store of what this one sells: a live store of the test store',
  description:
    'Copies the brand, products and plans with their pictures, payment links with their slugs, ' +
    'discount codes, rules, taxes, invoice and mail texts, webhooks (switched off, with new ' +
    'secrets) and the team. Never customers, transactions, subscriptions, licenses, invoices, API ' +
    'keys or the payment provider. Products, codes and links keep their identifiers. All of it or ' +
    'nothing; a repeat with the same mode and name answers the store that was made. Who may: as ' +
    'with `create-store`. `preview-store-copy` shows what would be copied.',
  scope: 'full',
  input: Type.Object(copy_fields),
  output: Type.Object(
    { ...NewStore.properties, copied: Described('How many records it began with', Copied) },
    { title: 'StoreCopy' },
  ),
  errors: ['owners_only', 'store_limit', 'store_too_large'],
  example: { mode: 'test', name: 'Lumen Labs, to try out' },
  answer_example: { mode: 'test' },
  async write({ input, tx, store, actor, services, audit, refuse, action, request_id }) {
    const { mode } = input;
    if (!(await mayMakeStore(tx, { actor, mode }))) throw refuse('owners_only');
    // Whatever else changes this store waits until it is copied, and so does a second copy.
    await tx.takeEventNumbers(0);
    const source = await lockStore(tx);
    assert(source, 'a key belongs to a store');
    const { name = source.name } = input;
    const before = await findCopy(tx, { mode, name });
    if (before) {
      const made = await findOtherStore(tx, before.copy_store_id);
      assert(made, 'stores stay');
      const copied: CopiedCounts = JSON.parse(before.copied);
      return { ...showNewStore(made, services.base_url), copied };
    }
    if (await isOneTooMany(tx, actor)) throw refuse('store_limit');
    const counts = await countRecords(tx);
    if (!counts || isTooLarge(counts)) throw refuse('store_too_large');
    const now = services.clock();
    const new_store_id = newId('store', now);
    const mails = await findMailSettings(tx);
    // To try things out, mails are often switched off: a shop that begins so sends no keys.
    const mail_settings = mergeMailSettings(mails?.mail_settings ?? '{}', { enabled: true });
    await copyStoreRow(tx, { new_store_id, name, mode, mail_settings, now });
    const made = await findOtherStore(tx, new_store_id);
    assert(made, 'it was just made');
    const { events, emit } = collectEvents();
    const copied = await copyRecords({ tx, made, now, services, emit });
    const of_copy = { copy_store_id: new_store_id, copied: JSON.stringify(copied) };
    await insertCopy(tx, { mode, name, ...of_copy, created_at: now });
    const after = { name, mode, copied_from: store.store_id, copied };
    audit({ target: new_store_id, after });
    const changes = [{ target: new_store_id, after }];
    const doing = { actor, action, request_id };
    const begun = { tx, now, services, store: made, ...doing };
    await appendWork(begun, { events, changes });
    services.storeChanged();
    return { ...showNewStore(made, services.base_url), copied };
  },
});
