// The hosts on whose pages Stripe's fields show wallets: without one there is no button, and no error.
import type Stripe from 'stripe';
import { listOf } from './lists.ts';
import { boolean, page, required, text } from './parameters.ts';
import { invalid } from './refusals.ts';
import { find, route } from './route.ts';
import { type Context, newId, nowSeconds } from './world.ts';

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

function checkHost(host: string): void {
  if (HOST.test(host)) return;
  throw invalid(`The domain ${host} is not a valid domain name.`, { param: 'domain_name' });
}

type Wallet = Stripe.PaymentMethodDomain.ApplePay;

/** A wallet that the account was told to refuse is inactive, and says why. */
function statusOf({ data }: Context, wallet: string): Wallet {
  const error_message = data.seller.refuses_wallets?.[wallet];
  if (error_message === undefined) return { status: 'active' };
  return { status: 'inactive', status_details: { error_message } };
}

const statuses = (context: Context) => ({
  amazon_pay: statusOf(context, 'amazon_pay'),
  apple_pay: statusOf(context, 'apple_pay'),
  google_pay: statusOf(context, 'google_pay'),
  klarna: statusOf(context, 'klarna'),
  link: statusOf(context, 'link'),
  paypal: statusOf(context, 'paypal'),
});

export function validateAll(context: Context): void {
  for (const domain of context.data.domains.values()) Object.assign(domain, statuses(context));
}

export const paymentMethodDomainRoutes = [
  route<Stripe.PaymentMethodDomainCreateParams>({
    call: 'POST /v1/payment_method_domains',
    permission: 'rak_payment_method_domain_write',
    parameters: { domain_name: required(text), enabled: boolean },
    handle(context, { domain_name, enabled = true }): Stripe.PaymentMethodDomain {
      const { data, world } = context;
      checkHost(domain_name);
      const known = [...data.domains.values()].find((one) => one.domain_name === domain_name);
      if (known) return known;
      const made: Stripe.PaymentMethodDomain = {
        id: newId('pmd'),
        object: 'payment_method_domain',
        ...statuses(context),
        created: nowSeconds(world),
        domain_name,
        enabled,
        livemode: data.livemode,
      };
      data.domains.set(made.id, made);
      return made;
    },
  }),
  route<Stripe.PaymentMethodDomainUpdateParams>({
    call: 'POST /v1/payment_method_domains/:id',
    permission: 'rak_payment_method_domain_write',
    parameters: { enabled: boolean },
    handle: (context, { enabled }, id) =>
      Object.assign(find(context, 'domains', id), enabled === undefined ? {} : { enabled }),
  }),
  route<Stripe.PaymentMethodDomainValidateParams>({
    call: 'POST /v1/payment_method_domains/:id/validate',
    permission: 'rak_payment_method_domain_write',
    parameters: {},
    handle: (context, _params, id) =>
      Object.assign(find(context, 'domains', id), statuses(context)),
  }),
  route<Stripe.PaymentMethodDomainListParams>({
    call: 'GET /v1/payment_method_domains',
    permission: 'rak_payment_method_domain_read',
    parameters: { ...page, domain_name: text, enabled: boolean },
    handle({ data }, { domain_name, enabled, ...paging }) {
      const all = [...data.domains.values()].filter(
        (one) =>
          (domain_name === undefined || one.domain_name === domain_name) &&
          (enabled === undefined || one.enabled === enabled),
      );
      return listOf(all, '/v1/payment_method_domains', paging);
    },
  }),
];
