import { done, left, type Point, type ReadinessFacts } from './point.rules.ts';

/** A live store was tried out if it has sold, or if a test store of the installation has. */
export function testPurchasePoint(facts: ReadinessFacts): Point {
  const about = { point: 'test_purchase', name: 'A test purchase', is_needed: false } as const;
  if (wasBought(facts)) return done(about, 'Something was bought.');
  if (facts.mode === 'live' && facts.tested.length === 0) {
    return left(about, 'open', {
      message: 'There is no test store to buy something in.',
      meaning: 'You would see what your buyers see: the page, the mail and the key.',
      way: { document: 'docs/commands.md' },
    });
  }
  return left(about, 'open', {
    message: 'Nothing was bought in a test store yet.',
    meaning: 'Buy something the way your buyers will, with a test card.',
    ...wayTo(facts, 'Buy it', '/payment-links'),
  });
}

export function refundPoint(facts: ReadinessFacts): Point {
  const { has_refunded, tested, mode } = facts;
  const about = { point: 'test_refund', name: 'A test refund', is_needed: false } as const;
  if (has_refunded || (mode === 'live' && tested.some((one) => one.has_refunded))) {
    return done(about, 'A payment was refunded.');
  }
  const meaning = 'Give the money back once, before somebody asks for it.';
  if (!wasBought(facts)) {
    return left(about, 'waiting', { message: 'After the test purchase.', meaning });
  }
  return left(about, 'open', {
    message: 'Nothing was refunded yet.',
    meaning,
    ...wayTo(facts, 'Refund it', '/payments'),
  });
}

const wasBought = ({ mode, has_bought, tested }: ReadinessFacts): boolean =>
  has_bought || (mode === 'live' && tested.some((one) => one.has_bought));

/**
 * Where it is tried out: here, or in the test store where that has gone furthest, of those that
 * whoever asks may enter. If there are only others, the document says how.
 */
function wayTo(
  { mode, dashboard, tested }: ReadinessFacts,
  button: string,
  page: `/${string}`,
): { way: { button: string; page: string } | { document: string } } {
  if (mode === 'test') return { way: { button, page: dashboard + page } };
  const open = tested.filter((one) => one.dashboard !== null);
  const at = (open.find((one) => one.has_bought) ?? open[0])?.dashboard;
  return { way: at ? { button, page: at + page } : { document: 'docs/opening.md' } };
}
