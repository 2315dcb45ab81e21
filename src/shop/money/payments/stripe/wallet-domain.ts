import type Stripe from 'stripe';
import type { ProviderApi } from '../connector.ts';
import type { RegisteredDomain } from '../wallets.rules.ts';
import { createStripeClients } from './client.ts';
import { describeNeed, PERMISSIONS } from './permissions.ts';
import { answerOf, KeyRefused, StripeRefused } from './refusals.ts';

/**
 * Tells Stripe that buyers pay on the pages of this host, without which its fields show no wallet
 * there, and say nothing about it. Once for each host and mode; one that is known is looked at, and
 * validated again where a wallet is not shown. Whatever is refused keeps nobody from paying by card.
 */
export async function registerStripeDomain({
  key,
  host,
  ...api
}: ProviderApi & { key: string; host: string }): Promise<RegisteredDomain> {
  const stripe = await createStripeClients(api)(key);
  try {
    const known = await answerOf(stripe.paymentMethodDomains.list({ domain_name: host, limit: 1 }));
    const found = known.data[0];
    const domain =
      found ?? (await answerOf(stripe.paymentMethodDomains.create({ domain_name: host })));
    if (!domain.enabled) return { ...shownOn(domain), problem: switchedOff(host) };
    if (allShown(domain)) return { ...shownOn(domain), problem: null };
    const validated = await answerOf(stripe.paymentMethodDomains.validate(domain.id));
    return { ...shownOn(validated), problem: null };
  } catch (error) {
    if (error instanceof KeyRefused) {
      const lacks = describeNeed('domains');
      const is_of_this = PERMISSIONS.domains.names.some((name) => error.message.includes(name));
      const why = is_of_this ? `The key lacks ${lacks}` : `Stripe refuses it: ${error.message}`;
      return { wallets: NONE, problem: `${why}. Cards are taken all the same.` };
    }
    if (!(error instanceof StripeRefused)) throw error;
    return { wallets: NONE, problem: `Stripe does not register ${host}: ${error.words}` };
  }
}

const switchedOff = (host: string): string =>
  `${host} is switched off at Stripe: https://dashboard.stripe.com/settings/payment_method_domains`;

const NOT_SHOWN = { is_shown: false, reason: null };
const NONE = { apple_pay: NOT_SHOWN, google_pay: NOT_SHOWN, link: NOT_SHOWN };

interface Status {
  status: string;
  status_details?: { error_message: string };
}

const shownBy = ({ status, status_details }: Status) => ({
  is_shown: status === 'active',
  reason: status_details?.error_message.slice(0, REASON_MAX).toWellFormed() ?? null,
});

const REASON_MAX = 300;

const shownOn = ({ apple_pay, google_pay, link }: Stripe.PaymentMethodDomain) => ({
  wallets: {
    apple_pay: shownBy(apple_pay),
    google_pay: shownBy(google_pay),
    link: shownBy(link),
  },
});

const allShown = ({ apple_pay, google_pay, link }: Stripe.PaymentMethodDomain): boolean =>
  [apple_pay, google_pay, link].every(({ status }) => status === 'active');
