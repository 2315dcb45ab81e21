import type { Catalogue } from '../en/catalogue.ts';
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

export const catalogue: Catalogue = {
  ...{ shared, checkout, after, letters, lines, links },
  ...{ front, notices, pay, payments, portal, refusals },
};
