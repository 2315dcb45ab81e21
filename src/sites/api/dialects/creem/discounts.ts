import { createHmac, randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import type { Detail } from '../../../../platform/core/errors.ts';
import { refuseParameter } from '../../../../platform/core/errors.ts';
import { Currency, DateInput, OneOf } from '../../../../platform/core/fields.ts';
import { fromMinor, toMinor } from '../../../../platform/core/money.ts';
import { Type } from '../../../../platform/core/schema.ts';
import { parseInstant } from '../../../../platform/core/time.ts';
import { createDiscountCode } from '../../../../shop/catalogue/discounts/create-discount-code.ts';
import { deleteDiscountCode } from '../../../../shop/catalogue/discounts/delete-discount-code.ts';
import type { DiscountCode } from '../../../../shop/catalogue/discounts/discount.rules.ts';
import { getDiscountCode } from '../../../../shop/catalogue/discounts/get-discount-code.ts';
import { listDiscountCodes } from '../../../../shop/catalogue/discounts/list-discount-codes.ts';
import type { CreemMode } from './entities.rules.ts';
import { pageIn, pageParameters } from './paging.ts';
import { MinorAmount } from './parameters.rules.ts';
import { apiKeyIn, type CreemRequest, type Routes, route } from './route.ts';

type DiscountRecord = Static<typeof DiscountCode>;

const Kind = OneOf(['percentage', 'fixed']);
const CREATE = Type.Object({
  name: Type.String(),
  code: Type.Optional(Type.String()),
  type: Kind,
  amount: Type.Optional(MinorAmount),
  currency: Type.Optional(Currency),
  percentage: Type.Optional(Type.Number()),
  expiry_date: Type.Optional(DateInput),
  max_redemptions: Type.Optional(Type.Integer({ minimum: 1 })),
  duration: OneOf(['forever', 'once', 'repeating']),
  duration_in_months: Type.Optional(Type.Integer({ minimum: 1 })),
  applies_to_products: Type.Array(Type.String(), { maxItems: 100 }),
});
const names = {
  discount_percentage: 'percentage',
  discount_amount: 'amount',
  valid_until: 'expiry_date',
  duration_months: 'duration_in_months',
  product_ids: 'applies_to_products',
};

export const discountRoutes: Routes = {
  'POST /discounts': route({
    input: CREATE,
    names,
    check: whyNotValue,
    async serve(input, { ask, mode, headers, idempotency_key }) {
      const currency = input.currency?.toUpperCase() ?? '';
      const { applies_to_products: product_ids, duration_in_months: duration_months } = input;
      const made = await ask(
        createDiscountCode,
        {
          code: input.code ?? newCode(apiKeyIn(headers), idempotency_key),
          name: input.name,
          duration: input.duration,
          ...(input.type === 'percentage'
            ? { discount_percentage: input.percentage ?? 0 }
            : { discount_amount: fromMinor(input.amount ?? 0, currency), currency }),
          valid_until: input.expiry_date,
          max_redemptions: input.max_redemptions,
          duration_months,
          ...(product_ids.length > 0 && { product_ids }),
        },
        idempotency_key,
      );
      return discountEntity(made, mode);
    },
  }),

  'GET /discounts': route({
    input: Type.Object({
      discount_id: Type.Optional(Type.String()),
      discount_code: Type.Optional(Type.String()),
    }),
    async serve({ discount_id, discount_code: code }, { ask, mode }) {
      if (discount_id === undefined && code === undefined) {
        throw refuseParameter('discount_id', 'or discount_code is missing');
      }
      const by = discount_id === undefined ? { code: code ?? '' } : { discount_id };
      return discountEntity(await ask(getDiscountCode, by), mode);
    },
  }),

  'GET /discounts/search': route({
    input: Type.Object({
      product_id: Type.Optional(Type.String()),
      status: Type.Optional(OneOf(['active', 'deleted'])),
      type: Type.Optional(Kind),
      created_after: Type.Optional(DateInput),
      created_before: Type.Optional(DateInput),
      ...pageParameters(10),
    }),
    async serve({ page_number, page_size, ...filter }, request) {
      const found = await listNewest(request, filter.status);
      const fitting = found.filter((one) => fits(one, filter));
      return pageIn({ page_number, page_size }, fitting, (one) =>
        discountEntity(one, request.mode),
      );
    },
  }),

  'DELETE /discounts/{id}/delete': route({
    serve: async (_, { ask, id, mode, idempotency_key }) =>
      discountEntity(await ask(deleteDiscountCode, { discount_id: id }, idempotency_key), mode),
  }),
};

const PAGES_MAX = 10;

/** Up to 1,000 codes, the newest first: nobody has more, and each is looked at. */
async function listNewest(
  { ask }: CreemRequest,
  status: 'active' | 'deleted' | undefined,
): Promise<DiscountRecord[]> {
  const found: DiscountRecord[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { data, next_cursor } = await ask(listDiscountCodes, { status, cursor });
    found.push(...data);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return found;
}

interface SearchFilter {
  product_id?: string;
  type?: 'percentage' | 'fixed';
  created_after?: string;
  created_before?: string;
}

function fits(one: DiscountRecord, filter: SearchFilter): boolean {
  const { product_id, created_after = '', created_before = '' } = filter;
  const created = Date.parse(one.created_at);
  return (
    (product_id === undefined ||
      one.product_ids === null ||
      one.product_ids.includes(product_id)) &&
    (filter.type ?? kindOf(one)) === kindOf(one) &&
    created >= (parseInstant(created_after, 'start') ?? created) &&
    created <= (parseInstant(created_before, 'end') ?? created)
  );
}

const kindOf = ({ discount_amount }: DiscountRecord) =>
  discount_amount === null ? 'percentage' : 'fixed';

/** As ours say it, except for one that is used up. */
const STATUSES: Record<DiscountRecord['status'], string> = {
  ...{ scheduled: 'scheduled', active: 'active', expired: 'expired' },
  ...{ exhausted: 'expired', deleted: 'deleted' },
};

function discountEntity(discount: DiscountRecord, mode: CreemMode) {
  const { discount_amount: amount, currency, discount_percentage: percentage } = discount;
  const { valid_until, max_redemptions, duration_months, product_ids } = discount;
  return {
    id: discount.discount_id,
    mode,
    object: 'discount',
    status: STATUSES[discount.status],
    name: discount.name ?? discount.code,
    code: discount.code,
    type: kindOf(discount),
    ...(amount !== null &&
      currency !== null && { amount: toMinor(amount, currency) ?? 0, currency }),
    ...(percentage !== null && { percentage }),
    ...(valid_until !== null && { expiry_date: valid_until }),
    ...(max_redemptions !== null && { max_redemptions }),
    duration: discount.duration,
    ...(duration_months !== null && { duration_in_months: duration_months }),
    applies_to_products: product_ids ?? [],
    redeem_count: discount.redemptions,
  };
}

function whyNotValue(input: Partial<Static<typeof CREATE>>): Detail[] {
  const missing = (param: string) => [
    { param, code: 'missing', message: `is missing: a discount of type ${input.type} needs it` },
  ];
  const other = (param: string) => [
    { param, code: 'not_allowed', message: `is not for a discount of type ${input.type}` },
  ];
  const { type, percentage, amount, currency } = input;
  if (type === 'percentage') {
    if (amount !== undefined) return other('amount');
    return percentage === undefined ? missing('percentage') : [];
  }
  if (type !== 'fixed') return [];
  if (percentage !== undefined) return other('percentage');
  return [
    ...(amount === undefined ? missing('amount') : []),
    ...(currency === undefined ? missing('currency') : []),
  ];
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Creem makes a code where none is given. A request that is repeated gets the same one, or it would
 * be another request; who has no API key cannot guess it.
 */
function newCode(api_key: string, idempotency_key: string | undefined): string {
  const bytes =
    idempotency_key === undefined
      ? randomBytes(10)
      : createHmac('sha256', api_key).update(`discount code ${idempotency_key}`).digest();
  return Array.from(bytes.subarray(0, 10), (byte) => LETTERS[byte % LETTERS.length]).join('');
}
