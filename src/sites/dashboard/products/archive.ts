import { html } from '../../../platform/core/html.ts';
import { archiveProduct } from '../../../shop/catalogue/products/archive-product.ts';
import { getProduct } from '../../../shop/catalogue/products/get-product.ts';
import { updateProduct } from '../../../shop/catalogue/products/update-product.ts';
import { attemptField } from '../../shared/attempt-field.ts';
import { redirectAfterForm } from '../../shared/forms.ts';
import { route } from '../../shared/router.ts';
import { dashboardPage } from '../layout.ts';
import { type Handler, ifAllowed } from '../visit.ts';

type OfProduct = { product_id: string };

const ARCHIVE_TEXT =
  'Nobody can buy it any more: its payment links stop selling. Checkouts that are open can still ' +
  'be paid, subscriptions go on and renew, licenses stay valid. You can restore it at any time.';
const RESTORE_TEXT = 'Buyers can buy it again, and its payment links sell again.';

const askTo =
  (act: 'archive' | 'restore'): Handler<OfProduct> =>
  async (visit, _, { product_id }) => {
    const { name } = await visit.ask(getProduct, { product_id });
    const at = `${visit.address}/products/${product_id}`;
    const is_archive = act === 'archive';
    const text = is_archive ? ARCHIVE_TEXT : RESTORE_TEXT;
    return dashboardPage(visit, {
      title: is_archive ? `Archive ${name}?` : `Restore ${name}?`,
      section: 'products',
      back: { at, name },
      main: html`<form class="form" method="post" action="${at}/${act}">
  ${attemptField()}
  <p>${text}</p>
  <div class="actions"><button class="button${is_archive && ' danger'}">${
    is_archive ? 'Archive the product' : 'Restore the product'
  }</button>
  <a href="${at}">Leave it as it is</a></div>
</form>`,
    });
  };

const archive: Handler<OfProduct> = async (visit, asked, { product_id }) => {
  const once = visit.onceFor(asked.form.get('attempt'), 'archive-product');
  await visit.ask(archiveProduct, { product_id }, once);
  return redirectAfterForm(`${visit.address}/products/${product_id}?done=archived`);
};

const restore: Handler<OfProduct> = async (visit, asked, { product_id }) => {
  const once = visit.onceFor(asked.form.get('attempt'), 'restore-product');
  await visit.ask(updateProduct, { product_id, status: 'active' }, once);
  return redirectAfterForm(`${visit.address}/products/${product_id}?done=restored`);
};

/** A product is taken off sale, and put on sale again, after saying what happens. */
export const archiveRoutes = [
  route('/products/:product_id/archive', {
    GET: ifAllowed(archiveProduct, askTo('archive')),
    POST: ifAllowed(archiveProduct, archive),
  }),
  route('/products/:product_id/restore', {
    GET: ifAllowed(updateProduct, askTo('restore')),
    POST: ifAllowed(updateProduct, restore),
  }),
];
