import { archiveProduct } from '../../../shop/catalogue/products/archive-product.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import { updateProduct } from '../../../shop/catalogue/products/update-product.ts';
import { route } from '../../shared/router.ts';
import { confirmHandlers } from '../form-page.ts';
import type { Visit } from '../visit.ts';

type OfProduct = { product_id: string };

async function ways(visit: Visit, { product_id }: OfProduct) {
  const { name } = await visit.ask(getProduct, { product_id });
  return { name, back: { at: `${visit.address}/products/${product_id}`, name } };
}

const archive = confirmHandlers<OfProduct>(archiveProduct, {
  async ask(visit, parts) {
    const { name, back } = await ways(visit, parts);
    return {
      ...{ section: 'products', title: `Archive ${name}?`, back, button: 'Archive the product' },
      text: `Nobody can buy it any more: its payment links stop selling. Checkouts that are open can
      still be paid, subscriptions go on and renew, licenses stay valid. You can restore it at any
      time.`,
    };
  },
  async act(visit, { product_id }, once) {
    await visit.ask(archiveProduct, { product_id }, once);
    return `/products/${product_id}?done=archived`;
  },
});

const restore = confirmHandlers<OfProduct>(updateProduct, {
  async ask(visit, parts) {
    const { name, back } = await ways(visit, parts);
    return {
      ...{ section: 'products', title: `Restore ${name}?`, back, button: 'Restore the product' },
      ...{ text: 'Buyers can buy it again, and its payment links sell again.', is_harmless: true },
    };
  },
  async act(visit, { product_id }, once) {
    await visit.ask(updateProduct, { product_id, status: 'active' }, once);
    return `/products/${product_id}?done=restored`;
  },
});

/** A product is taken off sale, and put on sale again, after saying what happens. */
export const archiveRoutes = [
  route('/products/:product_id/archive', archive),
  route('/products/:product_id/restore', restore),
];
