import type { TaxableLine } from '../../src/shop/tax/calculate-tax.rules.ts';

// Taxes calculated a second time, in another way: with fractions that are kept to the end, by trying
// whole numbers until one is nearest. It shares no code with src/shop/tax/.

/** An exact number. */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    const sign = bottom < 0n ? -1n : 1n;
    const divisor = commonDivisor(top < 0n ? -top : top, bottom * sign) || 1n;
    this.top = (top * sign) / divisor;
    this.bottom = (bottom * sign) / divisor;
  }

  static of(whole: number): Fraction {
    return new Fraction(BigInt(whole));
  }

  plus({ top, bottom }: Fraction): Fraction {
    return new Fraction(this.top * bottom + top * this.bottom, this.bottom * bottom);
  }

  minus({ top, bottom }: Fraction): Fraction {
    return this.plus(new Fraction(-top, bottom));
  }

  times({ top, bottom }: Fraction): Fraction {
    return new Fraction(this.top * top, this.bottom * bottom);
  }

  over({ top, bottom }: Fraction): Fraction {
    return new Fraction(this.top * bottom, this.bottom * top);
  }

  size(): Fraction {
    return new Fraction(this.top < 0n ? -this.top : this.top, this.bottom);
  }

  isLess(other: Fraction): boolean {
    return this.top * other.bottom < other.top * this.bottom;
  }

  /** Tries the whole numbers around it; of two that are as near, the one further from zero. */
  nearest(): number {
    const about = Number(this.top / this.bottom);
    const tried = [about - 1, about, about + 1].sort((a, b) => Math.abs(b) - Math.abs(a));
    return tried.reduce((best, one) =>
      this.distance(one).isLess(this.distance(best)) ? one : best,
    );
  }

  distance(whole: number): Fraction {
    return this.minus(Fraction.of(whole)).size();
  }

  below(): number {
    const about = Number(this.top / this.bottom) + 1;
    return (
      [about, about - 1, about - 2].find((one) => !this.isLess(Fraction.of(one))) ?? Number.NaN
    );
  }
}

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));

const ONE = Fraction.of(1);
const addUp = (all: Fraction[]): Fraction => all.reduce((a, b) => a.plus(b), Fraction.of(0));

interface ModelBill {
  taxes: number[];
  amounts: number[];
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
}

/** What calculateTax should say. */
export function modelBill(lines: readonly TaxableLine[]): ModelBill {
  const taxes = lines.map(() => 0);
  const done = new Set<number>();
  lines.forEach((first, at) => {
    if (done.has(at)) return;
    const together = lines
      .map((line, index) => ({ line, index }))
      .filter(({ line }) => isSame(line, first));
    for (const { index } of together) done.add(index);
    const amounts = together.map(({ line }) => Fraction.of(line.amount_minor));
    const rates = first.tax.rates.map((rate) => new Fraction(BigInt(rate.rate_ppm), 1_000_000n));
    // Prices with tax have one sum of tax in them; prices without it get each tax by itself.
    const counted = first.includes_tax ? [addUp(rates)] : rates;
    for (const rate of counted) {
      const share = first.includes_tax ? rate.over(ONE.plus(rate)) : rate;
      const ideal = amounts.map((amount) => amount.times(share));
      const whole = addUp(ideal).nearest();
      const parts = dealOut(whole, ideal);
      together.forEach(({ index }, turn) => {
        taxes[index] = (taxes[index] ?? 0) + (parts[turn] ?? 0);
      });
    }
  });
  const amounts = lines.map(
    (line, at) => line.amount_minor + (line.includes_tax ? 0 : (taxes[at] ?? 0)),
  );
  let [subtotal, discount, tax, total] = [0, 0, 0, 0];
  lines.forEach(({ is_discount }, at) => {
    const [amount, own] = [amounts[at] ?? 0, taxes[at] ?? 0];
    if (is_discount) discount -= amount - own;
    else subtotal += amount - own;
    tax += own;
    total += amount;
  });
  return { taxes, amounts, subtotal, discount, tax, total };
}

const isSame = (a: TaxableLine, b: TaxableLine): boolean =>
  a.includes_tax === b.includes_tax &&
  a.corrects === b.corrects &&
  a.tax.country === b.tax.country &&
  a.tax.kind === b.tax.kind &&
  a.tax.rates.length === b.tax.rates.length &&
  a.tax.rates.every((rate, at) => rate.rate_ppm === b.tax.rates[at]?.rate_ppm);

/** Unit by unit to whoever lacks most. */
function dealOut(whole: number, ideal: Fraction[]): number[] {
  const parts = ideal.map((one) => one.below());
  for (let left = whole - parts.reduce((a, b) => a + b, 0); left > 0; left -= 1) {
    let neediest = 0;
    ideal.forEach((one, at) => {
      const lacks = one.minus(Fraction.of(parts[at] ?? 0));
      const most = (ideal[neediest] ?? ONE).minus(Fraction.of(parts[neediest] ?? 0));
      if (most.isLess(lacks)) neediest = at;
    });
    parts[neediest] = (parts[neediest] ?? 0) + 1;
  }
  return parts;
}

/** Random numbers that are the same for the same seed. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
