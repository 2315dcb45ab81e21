import { SAMPLES } from '../../../src/shop/mails/letters/samples.rules.ts';
import type { MailKind } from '../../../src/shop/mails/mail.rules.ts';
import type { Shop } from '../shop.ts';

/** Makes a test mail one of another kind, with made-up data: without selling something first. */
export async function turnInto(
  shop: Shop,
  mail_id: string,
  kind: MailKind,
  more: { secret_names?: string[]; send_before?: number } = {},
): Promise<void> {
  const { secret_names = [], send_before = null } = more;
  await shop.db.write(null, async (tx) =>
    tx.run(
      `UPDATE mails SET kind = :kind, data = :data, secret_names = :secret_names,
         send_before = :send_before WHERE mail_id = :mail_id`,
      {
        ...{ kind, mail_id, send_before },
        data: JSON.stringify(SAMPLES[kind]),
        secret_names: JSON.stringify(secret_names),
      },
    ),
  );
}
