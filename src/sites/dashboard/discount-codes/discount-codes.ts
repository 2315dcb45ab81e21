import type { Static } from 'typebox';
import { html } from '../../../platform/core/html.ts';
import { createDiscountCode } from '../../../shop/catalogue/discounts/create-discount-code.ts';
import { deleteDiscountCode } from '../../../shop/catalogue/discounts/delete-discount-code.ts';
import type { DiscountCode } from '../../../shop/catalogue/discounts/discount.rules.ts';
import { getDiscountCode } from '../../../shop/catalogue/discounts/get-discount-code.ts';
import { listDiscountCodes } from '../../../shop/catalogue/discounts/list-discount-codes.ts';
import { route } from '../../shared/router.ts';
import { csvColumn, dayColumn, whenColumn } from '../columns.ts';
import { doneNote } from '../form.ts';
import { confirmHandlers } from '../form-page.ts';
import { card, chip, dashboardPage, facts, type States } from '../layout.ts';
import { listRoutes } from '../list.ts';
import { stateTabs } from '../list-filters.ts';
import { productChoices } from '../products/product-choices.ts';
import { originSales } from '../sales/sales-cards.ts';
import type { Handler, Visit } from '../visit.ts';
import { createHandlers } from './discount-form.ts';
import { offText } from './discount-text.ts';

type Discount = Static<typeof DiscountCode>;

const STATES: States<Discount['status']> = {
  active: ['good', 'Active'],
  scheduled: ['warn', 'Scheduled'],
  expired: ['over', 'Expired'],
  exhausted: ['over', 'Used up'],
  deleted: ['over', 'Deleted'],
};

const status = (one: Discount) => chip(...STATES[one.status]);

const DURATIONS = { once: 'the first payment', forever: 'every payment', repeating: '' };

const durationText = ({ duration, duration_months }: Discount): string =>
  duration === 'repeating' ? `payments of ${duration_months} months` : DURATIONS[duration];

const usesText = ({ redemptions, max_redemptions }: Discount): string =>
  max_redemptions === null ? String(redemptions) : `${redemptions} of ${max_redemptions}`;

const list = listRoutes({
  section: 'discount-codes',
  tabs: stateTabs(STATES),
  counted: 'discount_codes',
  filters: [],
  columns: [
    {
      ...{ title: 'Code', place: 'who' },
      cell: ({ code, name, discount_id }, { address }) =>
        html`<a href="${address}/discount-codes/${discount_id}"><code>${code}</code></a>${
          name && html`<span class="below quiet">${name}</span>`
        }`,
      csv: ({ code }) => code,
    },
    whenColumn('Since', 'created_at'),
    csvColumn('Name', 'name'),
    {
      ...{ title: 'Discount', place: 'what' },
      cell: (one, visit) => offText(visit, one),
      csv: ({ discount_percentage, discount_amount, currency }) =>
        currency === null ? `${discount_percentage} %` : `${discount_amount} ${currency}`,
    },
    { title: 'Of subscriptions', cell: durationText, csv: durationText },
    dayColumn('Until', 'valid_until'),
    { ...{ title: 'State', place: 'state' }, cell: status, csv: (one) => one.status },
    {
      ...{ title: 'Uses', place: 'amount', is_number: true },
      cell: usesText,
      csv: ({ redemptions }) => redemptions,
    },
    csvColumn('Identifier', 'discount_id'),
  ],
  operation: listDiscountCodes,
  empty: {
    title: 'Your first discount code will be here',
    text: 'It takes something off the price of whoever types it at checkout.',
    step: {
      label: 'Create a discount code',
      path: '/discount-codes/new',
      operation: createDiscountCode,
    },
  },
  actions: (visit) =>
    visit.may(createDiscountCode) &&
    html`<a class="button" href="${visit.address}/discount-codes/new">New discount code</a>`,
});

const NOTES = {
  created: 'The discount code was created. Buyers can use it at checkout.',
  deleted: 'The discount code was deleted. Nobody can use it any more.',
};

const show: Handler<{ discount_id: string }> = async (visit, request, { discount_id }) => {
  const one = await visit.ask(getDiscountCode, { discount_id });
  const names = await namesOf(visit, one.product_ids);
  const can_delete = one.status !== 'deleted' && visit.may(deleteDiscountCode);
  const { words, address } = visit;
  return dashboardPage(visit, {
    title: one.code,
    section: 'discount-codes',
    note: doneNote(request, NOTES),
    actions:
      can_delete &&
      html`<a class="button second" href="${address}/discount-codes/${discount_id}/delete">
      Delete…</a>`,
    main: html`${card(
      'What it does',
      facts([
        ['State', status(one)],
        ['Name', one.name],
        ['Discount', offText(visit, one)],
        ['Of subscriptions', durationText(one)],
        ['Products', names],
        ['Uses', usesText(one)],
        ['Of one customer', one.max_redemptions_per_customer],
        ['From', one.valid_from && words.day(one.valid_from)],
        ['Until', one.valid_until && words.day(one.valid_until)],
        ['Identifier', html`<code>${discount_id}</code>`],
        ['Created', words.day(one.created_at)],
      ]),
    )}
${await originSales(visit, 'code', discount_id)}`,
  });
};

/** The products that a code is for, by name where it is known. */
async function namesOf(visit: Visit, product_ids: string[] | null) {
  if (product_ids === null) return 'All';
  const known = new Map((await productChoices(visit)).map(({ value, label }) => [value, label]));
  return html`${product_ids.map(
    (product_id, at) =>
      html`${at > 0 && html`<br>`}<a href="${visit.address}/products/${product_id}">${
        known.get(product_id) ?? product_id
      }</a>`,
  )}`;
}

const remove = confirmHandlers<{ discount_id: string }>(deleteDiscountCode, {
  async ask(visit, { discount_id }) {
    const one = await visit.ask(getDiscountCode, { discount_id });
    return {
      ...{ section: 'discount-codes', title: `Delete ${one.code}?` },
      back: { at: `${visit.address}/discount-codes/${discount_id}`, name: one.code },
      text: html`Nobody can use <strong>${one.code}</strong> (${offText(visit, one)}) any more. It
      was used ${one.redemptions} times. Subscriptions and open checkouts that use it keep it. The
      same code can be created again later.`,
      ...{ button: 'Delete the code', keep: 'Keep it' },
    };
  },
  async act(visit, { discount_id }, once) {
    await visit.ask(deleteDiscountCode, { discount_id }, once);
    return `/discount-codes/${discount_id}?done=deleted`;
  },
});

export const discountRoutes = [
  ...list,
  route('/discount-codes/new', createHandlers),
  route('/discount-codes/:discount_id', { GET: show }),
  route('/discount-codes/:discount_id/delete', remove),
];
