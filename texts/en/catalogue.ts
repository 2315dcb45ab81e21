import { after } from './after.ts';
import { checkout } from './checkout.ts';
import { front } from './front.ts';
import { letters } from './letters.ts';
import { lines } from './lines.ts';
import { links } from './links.ts';
import { notices } from './notices.ts';
import { pay } from './pay.ts';
import { payments } from './payments.ts';
import { portal } from './portal.ts';
import { refusals } from './refusals.ts';
import { shared } from './shared.ts';

/** English is written first: it says which messages there are, and what each is given. */
export const catalogue = {
  shared,
  after,
  checkout,
  front,
  letters,
  lines,
  links,
  notices,
  pay,
  payments,
  portal,
  refusals,
};

/** Everything pages and letters say, in one language. What is missing does not compile. */
export type Catalogue = typeof catalogue;
