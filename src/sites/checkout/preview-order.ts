import type { PageAnswer, PageRequest } from '../../platform/http/page.ts';
import { withDetails } from '../../shop/checkout/buyer.rules.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import { placeIn } from './change-order.ts';
import { readForm } from './checkout-form.ts';
import { typedCustom } from './custom-fields.ts';
import { show } from './show-session.ts';
import type { Visit } from './visit.ts';

/**
 * The page as it would be for a buyer at another place: a script asks for it when they choose one.
 * Nothing is kept. A tax number is kept, and looked up, only by the button that says so.
 */
export async function preview(visit: Visit, { form }: PageRequest): Promise<PageAnswer> {
  const { checkout, address } = visit;
  if (checkout.status !== 'open') return redirectAfterForm(address);
  const { kept, buyer } = readForm(form, { ...visit, needs_card: false, is_paying: false });
  const there = { ...checkout, buyer: JSON.stringify(withDetails(checkout, placeIn(buyer))) };
  const typed = { ...kept.typed, custom: typedCustom(checkout) };
  return show({ ...visit, checkout: there }, { ...kept, typed, refusal: undefined });
}
