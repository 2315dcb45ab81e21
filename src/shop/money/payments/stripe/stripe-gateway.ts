import { ProviderRefused, ProviderUnanswered } from '../../../../platform/core/errors.ts';
import { DAY_MS } from '../../../../platform/core/time.ts';
import type { CredentialsOf } from '../connections.ts';
import type { ProviderApi } from '../connector.ts';
import type { Gateway } from '../gateway.ts';
import { cardsAt } from './cards.ts';
import { chargesAt } from './charges.ts';
import { createStripeClients } from './client.ts';
import { stripeOf } from './credentials.ts';
import { smallestStripeCharge, stripeStep } from './currency.rules.ts';
import { disputesAt } from './disputes.ts';
import { warningsAt } from './fraud-warnings.ts';
import { hintsAt } from './hints.ts';
import { pagesAt } from './pages.ts';
import { recordsAt } from './records.ts';
import { refundsAt } from './refunds.ts';
import { isMissing, isSellers } from './refusals.ts';
import { fieldsAt } from './tokens.ts';

/** Where Stripe's own payment page is; a stand-in has its page where it is asked. */
const PAGES = 'https://checkout.stripe.com';

export interface StripeOptions extends ProviderApi {
  credentialsOf: CredentialsOf;
}

/** Takes payments with Stripe, for every store that is connected to it. */
export function createStripeGateway({ credentialsOf, ...api }: StripeOptions): Gateway {
  const access = { credentialsOf, clientFor: createStripeClients(api) };
  return {
    provider: 'stripe',
    takes_cards: false,
    page_origins: [new URL(api.api_address ?? PAGES).origin],
    remembers_keys_ms: DAY_MS,
    clock: 'real',
    askTime: async (store_id) => (await stripeOf(access, store_id)).accounts.retrieveCurrent(),
    smallestCharge: smallestStripeCharge,
    chargeStep: stripeStep,
    ...guarded(fieldsAt(access)),
    ...guarded(chargesAt(access)),
    ...guarded(refundsAt(access)),
    ...guarded(hintsAt(access)),
    ...guarded(recordsAt(access)),
    ...guarded(pagesAt(access)),
    ...guarded(disputesAt(access)),
    ...guarded(cardsAt(access)),
    ...guarded(warningsAt(access)),
  };
}

/**
 * An answer of another shape than Stripe's is no answer, wherever in it that shows. What no method
 * knows to be anything else, such as a look at a payment that is refused, is for the seller.
 */
const guarded = <Part extends object>(part: Part): Part =>
  new Proxy(part, {
    get(methods, name) {
      const method: unknown = Reflect.get(methods, name);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        try {
          return await method.apply(methods, given);
        } catch (error) {
          if (isSellers(error) && !isMissing(error)) throw new ProviderRefused(error.message);
          if (!(error instanceof TypeError)) throw error;
          throw new ProviderUnanswered(`Stripe's answer could not be read: ${error.message}`);
        }
      };
    },
  });
