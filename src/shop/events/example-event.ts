import type { Static } from 'typebox';
import { exampleOf } from '../../platform/operation/examples.ts';
import { Product } from '../catalogue/products/product.rules.ts';
import { Event } from './event.rules.ts';

/** An event with a whole record, for the documentation. */
export const example_event: Static<typeof Event> = {
  ...(exampleOf(Event) as Static<typeof Event>),
  type: 'product.created',
  data: { ...(exampleOf(Product) as object) },
};
