import { dayOf } from './day.rules.ts';
import {
  type CustomerSum,
  type Dimension,
  ORIGIN_SUMS,
  type OriginSum,
  type SalesChange,
  type Sums,
} from './figure-change.rules.ts';

/** Of which row a sum is. */
export type OriginKey = {
  product_id: string;
  currency: string;
  dimension: Dimension;
  day: number;
  origin: string;
};

export type CustomerKey = { customer_id: string; currency: string };

interface OriginRows {
  origins: { key: OriginKey; sums: Sums<OriginSum> }[];
  customer: { key: CustomerKey; sums: Sums<CustomerSum> } | undefined;
}

const NONE: OriginRows = { origins: [], customer: undefined };

/**
 * To which rows a movement of money is added: a sale of 20.00 of an editor to Germany with a code to
 * the editor, to Germany and to the code of that day, each for all products and (but the first) for
 * the editor alone, and to the customer.
 */
export function rowsByOrigin({ at, currency, product_id, sums, origin }: SalesChange): OriginRows {
  if (!origin) return NONE;
  const counted: Sums<OriginSum> = {};
  let is_any = false;
  for (const name of ORIGIN_SUMS) {
    const value = sums[name];
    if (!value) continue;
    counted[name] = value;
    is_any = true;
  }
  if (!is_any) return NONE;
  const day = dayOf(at);
  const { customer_id, sold_country, sold_code, sold_link } = origin;
  const row = (dimension: Dimension, of: string, value: string) => ({
    key: { product_id: of, currency, dimension, day, origin: value },
    sums: counted,
  });
  const both = (dimension: Dimension, value: string) => [
    row(dimension, '', value),
    row(dimension, product_id, value),
  ];
  const { gross_minor = 0, refunded_minor = 0, disputed_minor = 0 } = counted;
  const net_minor = gross_minor - refunded_minor - disputed_minor;
  return {
    origins: [
      row('product', '', product_id),
      ...both('country', sold_country),
      ...(sold_code === '' ? [] : both('code', sold_code)),
      ...(sold_link === '' ? [] : both('link', sold_link)),
    ],
    customer: { key: { customer_id, currency }, sums: { ...counted, net_minor } },
  };
}
