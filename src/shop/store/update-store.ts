import assert from 'node:assert/strict';
import { isChanged } from '../../platform/core/changes.ts';
import { type Detail, refuseParameters } from '../../platform/core/errors.ts';
import { LIMITS } from '../../platform/core/limits.ts';
import { Type } from '../../platform/core/schema.ts';
import { operation } from '../../platform/operation/operation.ts';
import { mergeBrand } from './brand.rules.ts';
import { keepPicture } from './keep-picture.ts';
import { readUpload, type UploadedPicture } from './pictures/picture.rules.ts';
import {
  brandChange,
  Store,
  type StoreChange,
  showStore,
  store_change_fields,
} from './store.rules.ts';
import { lockStore, saveStore } from './store.sql.ts';

export const updateStore = operation({
  method: 'POST',
  path: '/update-store',
  summary: 'Change the name of the store, and how it shows itself to buyers',
  description:
    'What is not sent stays, and null removes. Pages, mails and new invoices show it from now on. ' +
    'Nothing new is 200, unchanged.',
  scope: 'full',
  input: Type.Object(store_change_fields),
  output: Store,
  errors: [],
  example: { accent_color: '#5b4bdb', support_email: 'help@example.com' },
  body_bytes_max: LIMITS.picture_body_bytes,
  async write({ input, tx, now, emit, audit, services }) {
    const uploads = readUploads(input);
    const before = await lockStore(tx);
    assert(before, 'a key belongs to a store');
    const { logo, favicon } = uploads;
    const pictures = {
      logo: logo && (await keepPicture(tx, 'logo', logo, now)),
      favicon: favicon && (await keepPicture(tx, 'favicon', favicon, now)),
    };
    const brand = mergeBrand(before.brand, { ...brandChange(input), ...pictures });
    const after = { ...before, name: input.name ?? before.name, brand, updated_at: now };
    if (!isChanged(before, after)) return showStore(before, services.base_url);
    await saveStore(tx, after);
    const record = showStore(after, services.base_url);
    const was = showStore(before, services.base_url);
    audit({ target: record.store_id, before: was, after: record });
    emit('store.updated', record);
    return record;
  },
});

type Sent<T> = T | null | undefined;

/** The pictures that were sent, all of them good; else a refusal with every one that is not. */
function readUploads(input: StoreChange): Record<'logo' | 'favicon', Sent<UploadedPicture>> {
  const problems: Detail[] = [];
  const read = (param: 'logo' | 'favicon'): Sent<UploadedPicture> => {
    const sent = input[param];
    if (sent === undefined || sent === null) return sent;
    const picture = readUpload(sent);
    if (typeof picture !== 'string') return picture;
    problems.push({ param, code: 'invalid_format', message: picture });
    return null;
  };
  const uploads = { logo: read('logo'), favicon: read('favicon') };
  if (problems.length > 0) throw refuseParameters(problems);
  return uploads;
}
