import type { StoreTx } from '../../platform/operation/work.ts';
import { parseLicenseTerms } from '../catalogue/products/license-terms.rules.ts';
import { issueLicense } from './issue-license.ts';
import { activationLimits, disable, enable } from './license.rules.ts';
import { lockLicenseOfSubscription, saveLicense } from './license.sql.ts';
import { licenseEvent, withInstances } from './license-record.ts';
import type { LicenseWithSubscription } from './license-row.rules.ts';
import { type PaidFrom, wholePlaces } from './whole-places.rules.ts';

interface Change extends PaidFrom {
  subscription_id: string;
  customer_id: string;
  quantity: number;
  transaction_id: string;
  /** The new plan, if the plan has changed. */
  plan: { product_id: string; license: string | null } | undefined;
}

/**
 * Updates the license of a subscription after its plan or quantity has changed: its limit, and
 * whether it is enabled at all. Issues a license if only the new plan has one.
 */
export async function applyPlanToLicense(
  context: StoreTx,
  { plan, quantity, current_period_start, is_new, is_dearer, ...change }: Change,
): Promise<void> {
  const { tx, emit, now } = context;
  const paid_from = { current_period_start, is_new, is_dearer };
  const before = await lockLicenseOfSubscription(tx, change.subscription_id);
  const terms = plan && parseLicenseTerms(plan.license);
  if (!before) {
    if (plan && terms) {
      const { activation_limit } = activationLimits(terms.activation_limit, quantity);
      const whole = wholePlaces(undefined, activation_limit, paid_from);
      const { product_id } = plan;
      await issueLicense(context, { ...change, product_id, quantity, terms, whole });
    }
    return;
  }
  const limits = activationLimits(terms ? terms.activation_limit : before.unit_limit, quantity);
  const after: LicenseWithSubscription = {
    ...before,
    product_id: plan?.product_id ?? before.product_id,
    ...limits,
    ...wholePlaces(before, limits.activation_limit, paid_from),
    certificate_days: terms?.certificate_days ?? before.certificate_days,
    lacks_plan: plan ? Number(terms === null) : before.lacks_plan,
    updated_at: now,
  };
  const loses = terms === null && before.disabled_at === null;
  const regains = terms && before.disabled_reason === 'plan';
  const row = loses ? disable(after, 'plan', now) : regains ? enable(after, now) : after;
  await saveLicense(tx, row);
  if (!loses && !regains) return;
  const record = licenseEvent(await withInstances(tx, row), now);
  emit(loses ? 'license.disabled' : 'license.enabled', record);
}
