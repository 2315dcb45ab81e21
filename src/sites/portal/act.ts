import { Refusal } from '../../platform/core/errors.ts';
import type { PageAnswer } from '../../platform/http/page.ts';
import { redirectAfterForm } from '../shared/forms.ts';
import type { RefusalText } from '../shared/refusal.ts';
import { refusalFor, type SubscriptionRecord, subscriptionAddress, type Visit } from './visit.ts';

/** The same form counts anew once the subscription is another: it may be canceled again. */
export const formKey = (
  visit: Visit,
  { updated_at }: SubscriptionRecord,
  form: ReadonlyMap<string, string>,
  action: string,
) => visit.onceFor(form.get('attempt'), `${action} ${updated_at}`);

/** Does something to a subscription and shows its page with a note, or why it was refused. */
export async function act(
  visit: Visit,
  subscription: SubscriptionRecord,
  {
    note,
    work,
    refused,
  }: {
    note: string;
    work: () => Promise<unknown>;
    refused: (refusal: RefusalText) => Promise<PageAnswer>;
  },
): Promise<PageAnswer> {
  const address = subscriptionAddress(visit, subscription);
  try {
    await work();
    return redirectAfterForm(`${address}/note/${note}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'payment_unresolved') return redirectAfterForm(`${address}/note/waiting`);
    return refused(refusalFor(visit, error));
  }
}
