import type { StoreTx } from '../../platform/operation/work.ts';
import { findProduct } from '../catalogue/products/product.sql.ts';
import { findAddressee } from '../customers/addressee.sql.ts';
import { parseMailSettings } from '../mails/mail-settings.rules.ts';
import { queueMail } from '../mails/queue-mail.ts';

interface NewKey {
  customer_id: string;
  product_id: string;
  key_seed: string;
}

/** Mails a new key to its customer. Why it cannot: there is no address, or the seller wants none. */
export async function mailNewKey(
  context: StoreTx,
  { customer_id, product_id, key_seed }: NewKey,
): Promise<'no_address' | 'switched_off' | undefined> {
  const found = await findAddressee(context.tx, customer_id);
  if (!found?.email) return 'no_address';
  const product = await findProduct(context.tx, product_id);
  const mail = await queueMail(context, {
    kind: 'new_key',
    to: found.email,
    language: found.language ?? 'en',
    customer_id,
    settings: parseMailSettings(found.mail_settings),
    data: {
      product_name: product?.name ?? '',
      license_keys: [key_seed],
      portal_url: `${context.services.base_url}/portal/store/${context.store.number}`,
      customer_name: found.name,
    },
  });
  return mail ? undefined : 'switched_off';
}
