import type { Static } from 'typebox';
import type { Detail } from '../../../../platform/core/errors.ts';
import { refuseParameter } from '../../../../platform/core/errors.ts';
import { Currency, OneOf, OptionalOrNull } from '../../../../platform/core/fields.ts';
import { fromMinor } from '../../../../platform/core/money.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { archiveProduct } from '../../../../shop/catalogue/products/archive-product.ts';
import { createProduct } from '../../../../shop/catalogue/products/create-product.ts';
import { getProduct } from '../../../../shop/catalogue/products/get-product.ts';
import { searchProducts } from '../../../../shop/catalogue/products/search-products.ts';
import { updateProduct } from '../../../../shop/catalogue/products/update-product.ts';
import { getTaxSettings } from '../../../../shop/tax/get-tax-settings.ts';
import { productEntity } from './entities.rules.ts';
import { pageOf, pageParameters } from './paging.ts';
import { billingOf, MinorAmount, metadataOf } from './parameters.rules.ts';
import { type Routes, route } from './route.ts';
import { shownProduct } from './shown-product.ts';

const INTERVALS = ['day', 'week', 'month', 'year'] as const;
const PERIODS = ['once', 'every-day', 'every-month', 'every-three-months'] as const;
const MORE_PERIODS = ['every-six-months', 'every-year', 'custom'] as const;

const billing = {
  billing_period: Type.Optional(OneOf([...PERIODS, ...MORE_PERIODS])),
  recurring_interval: Type.Optional(OneOf([...INTERVALS])),
  recurring_interval_count: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
};
const fields = {
  image_url: Type.Optional(Type.String()),
  image_urls: Type.Optional(Type.Array(Type.String(), { maxItems: 10 })),
  tax_mode: Type.Optional(OneOf(['inclusive', 'exclusive'])),
  trial_period_days: OptionalOrNull(Type.Integer()),
};
const CREATE = Type.Object({
  name: Type.String(),
  description: Type.String(),
  price: MinorAmount,
  currency: Currency,
  billing_type: OneOf(['onetime', 'recurring']),
  ...{ ...billing, ...fields },
  tax_category: Type.Optional(OneOf(['saas', 'digital-goods-service', 'ebooks'])),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const UPDATE = Type.Object({
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  price: Type.Optional(MinorAmount),
  currency: Type.Optional(Type.String()),
  billing_type: Type.Optional(Type.String()),
  ...{ ...billing, ...fields },
});

const UNSUPPORTED = [
  ...['pay_what_you_want', 'suggested_price', 'trial_price', 'usage_prices', 'features'],
  ...['business_net_pricing', 'default_success_url', 'custom_fields', 'custom_field'],
  'abandoned_cart_recovery_enabled',
];

const names = {
  trial_days: 'trial_period_days',
  tax_behavior: 'tax_mode',
  billing_interval: 'recurring_interval',
  billing_interval_count: 'recurring_interval_count',
};

export const productRoutes: Routes = {
  'POST /products': route({
    input: CREATE,
    unsupported: UNSUPPORTED,
    names,
    check: (input) => [...whyNotPictures(input), ...whyNotPeriod(input)],
    async serve(input, request) {
      const { ask, idempotency_key } = request;
      const currency = input.currency.toUpperCase();
      const made = await ask(
        createProduct,
        {
          name: input.name,
          description: input.description,
          price: fromMinor(input.price, currency),
          currency,
          ...billingOf(input),
          ...changesOf(input),
          ...(input.tax_category === 'ebooks' && { tax_category: 'ebook' as const }),
          ...(input.metadata && { metadata: metadataOf(input.metadata) }),
        },
        idempotency_key,
      );
      return shownProduct(request, made);
    },
  }),

  'GET /products': route({
    input: Type.Object({ product_id: Type.String() }),
    serve: async ({ product_id }, call) =>
      shownProduct(call, await call.ask(getProduct, { product_id })),
  }),

  'GET /products/search': route({
    input: Type.Object({
      status: Type.Optional(OneOf(['active', 'archived'])),
      ...pageParameters(10),
    }),
    async serve({ status, ...paging }, { ask, mode }) {
      const taxes = await ask(getTaxSettings, {});
      return pageOf({ ask }, paging, {
        list: 'products',
        filter: status ? { status } : {},
        read: (page) => ask(searchProducts, { status: status ?? 'all', ...page }),
        show: (product) => productEntity(product, mode, taxes),
      });
    },
  }),

  'GET /products/{id}': route({
    serve: async (_, request) =>
      shownProduct(request, await request.ask(getProduct, { product_id: request.id })),
  }),

  'PATCH /products/{id}': route({
    input: UPDATE,
    unsupported: UNSUPPORTED,
    names,
    check: whyNotPictures,
    async serve(input, request) {
      const { ask, id, idempotency_key } = request;
      const before = await ask(getProduct, { product_id: id });
      refuseOtherBilling(input, await shownProduct(request, before));
      const { name, description } = input;
      const price = input.price === undefined ? undefined : fromMinor(input.price, before.currency);
      const changes = { product_id: id, name, description, price, ...changesOf(input) };
      return shownProduct(request, await ask(updateProduct, changes, idempotency_key));
    },
  }),

  'DELETE /products/{id}': route({
    async serve(_, request) {
      const { ask, id: product_id, idempotency_key } = request;
      return shownProduct(request, await ask(archiveProduct, { product_id }, idempotency_key));
    },
  }),
};

type Fields = Static<ReturnType<typeof Type.Object<typeof fields>>>;

/** Our parameters for what may also be changed later. */
function changesOf(input: Fields) {
  const { tax_mode, trial_period_days: trial } = input;
  const image_url = input.image_url ?? input.image_urls?.[0];
  return { image_url, tax_behavior: tax_mode, trial_days: trial === null ? 0 : trial };
}

/** A product of ours has one picture. */
function whyNotPictures({ image_url, image_urls = [] }: Partial<Fields>): Detail[] {
  const all = new Set([...(image_url === undefined ? [] : [image_url]), ...image_urls]);
  const message = 'may have one picture: Kassa shows one';
  return all.size > 1 ? [{ param: 'image_urls', code: 'not_supported', message }] : [];
}

function whyNotPeriod(input: Partial<Static<typeof CREATE>>): Detail[] {
  const { billing_type, billing_period: period, recurring_interval } = input;
  const wrong = (message: string) => [{ param: 'billing_period', code: 'not_allowed', message }];
  if (billing_type === 'onetime') {
    return period === undefined || period === 'once' ? [] : wrong('must be once for onetime');
  }
  if (period === 'once') return wrong('must not be once for recurring');
  if (period !== 'custom' || recurring_interval) return [];
  return wrong('needs recurring_interval and recurring_interval_count if it is custom');
}

/** How a product is billed never changes; saying again how it is, is allowed. */
function refuseOtherBilling(
  input: Static<typeof UPDATE>,
  is: ReturnType<typeof productEntity>,
): void {
  const same = {
    currency: is.currency,
    billing_type: is.billing_type,
    billing_period: is.billing_period,
    recurring_interval: is.recurring_interval,
    recurring_interval_count: is.recurring_interval_count,
  };
  for (const [name, value] of Object.entries(same)) {
    const sent = Object.entries(input).find(([one]) => one === name)?.[1] ?? value;
    if (sent !== value) throw refuseParameter(name, 'cannot be changed: create another product');
  }
}
