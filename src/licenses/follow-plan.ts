import type { StoreTx } from '../operation/work.ts';
import { termsIn } from '../products/license-terms.rules.ts';
import { issueLicense } from './issue-license.ts';
import { disabled, enabled, type LivingLicense, limits } from './license.rules.ts';
import { lockLicenseOfSubscription, saveLicense } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';

interface Change {
  subscription_id: string;
  customer_id: string;
  quantity: number;
  transaction_id: string;
  /** The plan it has now, if it is another one than before. */
  plan: { product_id: string; license: string | null } | undefined;
}

/** The key of a subscription after a change: its limit, and whether the plan has a license at all. */
export async function followPlan(
  inside: StoreTx,
  { plan, quantity, ...change }: Change,
): Promise<void> {
  const { tx, emit, now } = inside;
  const before = await lockLicenseOfSubscription(tx, change.subscription_id);
  const terms = plan && termsIn(plan.license);
  if (!before) {
    if (plan && terms) {
      await issueLicense(inside, { ...change, product_id: plan.product_id, quantity, terms });
    }
    return;
  }
  const after: LivingLicense = {
    ...before,
    product_id: plan?.product_id ?? before.product_id,
    ...limits(terms ? terms.activation_limit : before.unit_limit, quantity),
    certificate_days: terms?.certificate_days ?? before.certificate_days,
    updated_at: now,
  };
  const loses = terms === null && before.disabled_at === null;
  const regains = terms && before.disabled_reason === 'plan';
  const row = loses ? disabled(after, 'plan', now) : regains ? enabled(after, now) : after;
  await saveLicense(tx, row);
  if (!loses && !regains) return;
  const record = licenseEvent(await withInstances(tx, row), now);
  emit(loses ? 'license.disabled' : 'license.enabled', record);
}
