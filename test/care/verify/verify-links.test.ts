import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run, verified, wrong } from '../../harness/planting.ts';
import { startShop } from '../../harness/shop.ts';

const LEADS = 'addresses of payment links lead where they should';

test('addresses of before and of deleted links: found if one leads elsewhere than it should', async () => {
  const shop = await startShop();
  const store = await shop.openStore();
  const product_id = await store.product();
  const make = (slug: string) => store.must('POST /create-payment-link', { product_id, slug });
  const rename = ({ payment_link_id }: { payment_link_id: string }, slug: string) =>
    store.must('POST /update-payment-link', { payment_link_id, slug });
  const sold = await make('editor-one');
  await rename(sold, 'editor-two');
  const ended = await make('ended-one');
  await rename(ended, 'ended-two');
  const { payment_link_id } = ended;
  await store.must('DELETE /delete-payment-link', { payment_link_id });
  await make('ended-two');
  assert.deepEqual(wrong(await verified(shop)), []);
  const corruptions = [
    ['editor-one', "status = 'current'"],
    ['editor-two', "status = 'former'"],
    ['ended-one', "status = 'former'"],
    ['editor-one', "status = 'deleted'"],
    ['editor-one', "mode = 'live'"],
  ] as const;
  for (const [address, set] of corruptions) {
    const before = await shop.db
      .reader(null)
      .all<{ status: string; mode: string }>(
        'SELECT status, mode FROM payment_link_addresses WHERE address = :address',
        { address },
      );
    const change = (to: string) =>
      shop.db.write(null, async (tx) =>
        run(tx, `UPDATE payment_link_addresses SET ${to} WHERE address = :address`, { address }),
      );
    await change(set);
    const found = wrong(await verified(shop));
    assert(found.includes(LEADS), `${address} ${set}: ${found}`);
    await change(`status = '${before[0]?.status}', mode = '${before[0]?.mode}'`);
  }
  assert.deepEqual(wrong(await verified(shop)), []);
});
