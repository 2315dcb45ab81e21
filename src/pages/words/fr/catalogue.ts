import type { Catalogue } from '../en/catalogue.ts';
import { checkout } from './checkout.ts';
import { lines } from './lines.ts';
import { links } from './links.ts';
import { notices } from './notices.ts';
import { payments } from './payments.ts';
import { portal } from './portal.ts';
import { refusals } from './refusals.ts';
import { shared } from './shared.ts';

export const catalogue: Catalogue = {
  shared,
  checkout,
  lines,
  links,
  portal,
  notices,
  payments,
  refusals,
};
