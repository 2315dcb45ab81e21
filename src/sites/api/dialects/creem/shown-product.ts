import type { Static } from 'typebox';
import type { Product } from '../../../../shop/catalogue/products/product.rules.ts';
import { getTaxSettings } from '../../../../shop/tax/get-tax-settings.ts';
import { productEntity } from './entities.rules.ts';
import type { CreemRequest } from './route.ts';

/** A product as Creem's entity. Where it does not say how its price is meant, the store does. */
export const shownProduct = async (
  { ask, mode }: Pick<CreemRequest, 'ask' | 'mode'>,
  product: Static<typeof Product>,
) => productEntity(product, mode, await ask(getTaxSettings, {}));
