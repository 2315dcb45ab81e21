import { test } from 'node:test';
import { assertFound, run } from '../../harness/planting.ts';
import { startShop } from '../../harness/shop.ts';

// What `kassa verify` says of when codes end: it follows from what was agreed, and from pauses.

const ENDS = 'discounts end as agreed';
const REPEATING = { duration: 'repeating', duration_months: 6 };

test('the end of a code is computed again from its months and from pauses', async () => {
  const { shop } = await paused();
  await shop.assertRight();
  for (const planted of [
    'discount_ends_at = discount_ends_at + 86400000',
    'discount_ends_at = discount_ends_at - 1',
    'discount_ends_at = NULL',
    'discount_from = discount_from + 86400000',
    'coupon_months = coupon_months + 1',
  ]) {
    await assertFound(shop, ENDS, (tx) =>
      run(tx, `UPDATE subscriptions SET ${planted} WHERE discount_ends_at IS NOT NULL`),
    );
  }
  await assertFound(shop, ENDS, (tx) => run(tx, 'DELETE FROM pauses'));
});

test('the beginning of a code that was applied later is too', async () => {
  const { shop } = await paused();
  await assertFound(shop, ENDS, (tx) =>
    run(
      tx,
      `UPDATE subscriptions SET discount_starts_at = discount_starts_at - 1
       WHERE discount_starts_at IS NOT NULL`,
    ),
  );
});

/** A code that was bought and one that was applied, each with a pause; and one for ever. */
async function paused() {
  const shop = await startShop();
  const { plan, subscribe, coupon, must, pause, resume, advance } = await shop.openStore();
  const plan_id = await plan({ price: 10 });
  const code = await coupon('SIX', REPEATING);
  const bought = await subscribe(plan_id, { coupon_code: code });
  const applied = await subscribe(plan_id);
  await subscribe(plan_id, { coupon_code: await coupon('EVER', { duration: 'forever' }) });
  await advance('P3D');
  for (const subscription_id of [bought, applied]) await pause(subscription_id);
  await advance('P12D');
  for (const subscription_id of [bought, applied]) await resume(subscription_id);
  await must('POST /apply-coupon', { subscription_id: applied, coupon_code: code });
  await pause(applied);
  await advance('P5D');
  await resume(applied);
  await advance('P2M');
  return { shop };
}
