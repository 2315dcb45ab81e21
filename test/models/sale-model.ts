import { Fraction } from './tax-model.ts';

// Which tax a sale has and what it comes to, a second time: written from docs/taxes.md and
// docs/subscriptions.md. It shares no code with src/.

export interface ModelShop {
  country: string;
  /** `DE`, `oss`, `CA`, `CA-QC`. */
  registered: string[];
  accepts_unverified: boolean;
  prices_include_tax: boolean;
  /** Percentages by place, `US-NY`. */
  own_rates: Record<string, number>;
}

export interface ModelBuyer {
  country: string;
  region: string | null;
  /** A tax number that is in order, by its country. */
  number: string | null;
}

export interface ModelTax {
  kind: string;
  percents: number[];
}

const UNION: Record<string, number> = {
  ...{ DE: 19, FR: 20, IT: 22, ES: 21, HU: 27, FI: 25.5, EE: 24, LU: 17, IE: 23, RO: 21, SE: 25 },
};
const ELSEWHERE: Record<string, number> = {
  ...{ GB: 20, CH: 8.1, NO: 25, AU: 10, NZ: 15, JP: 10, KR: 10, SG: 9, ZA: 15, AE: 5, TR: 20 },
};
/** Hungary has none of its own. */
const EBOOKS: Record<string, number> = {
  ...{ DE: 7, FR: 5.5, IT: 4, ES: 4, FI: 13.5, EE: 9, LU: 3, IE: 0, RO: 11, SE: 6 },
  ...{ GB: 0, CH: 2.6, NO: 0 },
};
/** The federal tax, and that of the province. */
const CANADA: Record<string, [federal: number, own: number]> = {
  ...{ QC: [5, 9.975], BC: [5, 7], AB: [5, 0], ON: [13, 0] },
};

export const PLACES = [
  ...Object.keys(UNION),
  ...Object.keys(ELSEWHERE),
  ...Object.keys(CANADA).map((region) => `CA-${region}`),
  ...['US-NY', 'US-TX', 'BR'],
];

export type ModelCategory = 'digital' | 'ebook' | 'exempt';

/** The table "Which tax is charged". */
export function modelTax(shop: ModelShop, buyer: ModelBuyer, category: ModelCategory): ModelTax {
  const { country: home, registered } = shop;
  const { country } = buyer;
  const isIn = (place: string) => registered.includes(place);
  const in_union = (place: string) => place in UNION;
  const none = (kind: string): ModelTax => ({ kind, percents: [] });
  if (category === 'exempt') return none('exempt');
  const rateOf = (place: string): ModelTax => {
    const own = shop.own_rates[place];
    const known =
      category === 'ebook' ? (EBOOKS[place] ?? UNION[place] ?? ELSEWHERE[place]) : undefined;
    const percent = own ?? known ?? UNION[place] ?? ELSEWHERE[place];
    if (percent === undefined) return none('out_of_scope');
    return { kind: percent === 0 ? 'zero' : 'charged', percents: [percent] };
  };
  const counts = (of: string): boolean =>
    buyer.number === of && (!in_union(of) || shop.accepts_unverified);
  if (in_union(country)) {
    if (country === home) return isIn(home) ? rateOf(home) : none('not_registered');
    const is_business = buyer.number !== null && in_union(buyer.number) && buyer.number !== home;
    const in_the_union = isIn('oss') || registered.some(in_union);
    if (is_business && counts(buyer.number ?? '') && in_the_union) return none('reverse_charge');
    if (isIn(country) || isIn('oss')) return rateOf(country);
    if (in_union(home) && isIn(home)) return rateOf(home);
    return none('not_registered');
  }
  if (country === 'CA') return inCanada(buyer.region ?? '', isIn);
  const place = buyer.region === null ? country : `${country}-${buyer.region}`;
  const tax = rateOf(place);
  if (tax.kind === 'out_of_scope') return tax;
  if (!isIn(place)) return none('not_registered');
  const accounts = ['GB', 'NO', 'AU'].includes(country) && country !== home && counts(country);
  return accounts ? none('reverse_charge') : tax;
}

function inCanada(region: string, isIn: (place: string) => boolean): ModelTax {
  const [federal = 5, own = 0] = CANADA[region] ?? [];
  const percents = [
    ...(isIn('CA') ? [federal] : []),
    ...(own > 0 && isIn(`CA-${region}`) ? [own] : []),
  ];
  return percents.length === 0
    ? { kind: 'not_registered', percents }
    : { kind: 'charged', percents };
}

const part = (percent: number): Fraction =>
  new Fraction(BigInt(Math.round(percent * 10_000)), 1_000_000n);

/** The tax in an amount that has it in it. */
function taxWithin({ percents }: ModelTax, gross: number): number {
  const rate = percents.map(part).reduce((a, b) => a.plus(b), Fraction.of(0));
  return Fraction.of(gross).times(rate).over(Fraction.of(1).plus(rate)).nearest();
}

export interface ModelSale {
  net: number;
  tax: number;
  total: number;
}

/** What an amount comes to, that is stated with or without tax. */
export function modelSale(tax: ModelTax, amount: number, includes_tax: boolean): ModelSale {
  if (includes_tax) {
    const own = taxWithin(tax, amount);
    return { net: amount - own, tax: own, total: amount };
  }
  const taxes = tax.percents.map((percent) => Fraction.of(amount).times(part(percent)).nearest());
  const own = taxes.reduce((a, b) => a + b, 0);
  return { net: amount, tax: own, total: amount + own };
}

/** A share of an amount, rounded half to even. */
export function halfToEven(amount: number, { of, over }: { of: number; over: number }): number {
  const exact = new Fraction(BigInt(amount) * BigInt(of), BigInt(over));
  const low = exact.below();
  const rest = exact.minus(Fraction.of(low));
  const half = new Fraction(1n, 2n);
  if (rest.isLess(half)) return low;
  return half.isLess(rest) || low % 2 !== 0 ? low + 1 : low;
}

/** The tax that refunds have given back when this much of a payment has gone back. */
export const taxBackAfter = ({ tax, total }: Pick<ModelSale, 'tax' | 'total'>, gone: number) =>
  total === 0 ? 0 : new Fraction(BigInt(tax) * BigInt(gone), BigInt(total)).nearest();

/** What a change in the middle of a period charges: the old rest back, the new rest at its tax. */
export function modelChange(
  tax: ModelTax,
  prices: { before: number; after: number; includes_tax: boolean },
  rest: { of: number; over: number },
): ModelSale {
  const { before, after, includes_tax } = prices;
  const share = (price: number) => halfToEven(modelSale(tax, price, includes_tax).total, rest);
  const [back, fresh] = [share(before), share(after)];
  const own = taxWithin(tax, fresh) - taxWithin(tax, back);
  return { net: fresh - back - own, tax: own, total: fresh - back };
}
