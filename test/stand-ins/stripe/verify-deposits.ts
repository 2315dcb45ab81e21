// Days after the buyer has typed the numbers of a bank account (micro-deposits.ts).
import { charge } from './charging.ts';
import { emit } from './events.ts';
import { rejectSetup, save } from './setup-intents.ts';
import { type Context, idOf, must } from './world.ts';

/** The owner of the account says what was on the statement, or nobody does in time. */
export function verifyDeposits(context: Context, id: string, ends: 'succeeded' | 'failed'): void {
  const { data } = context;
  const setup = data.setup_intents.get(id);
  const intent = data.payment_intents.get(id);
  const asked = must(setup ?? intent, id);
  const method = must(data.payment_methods.get(idOf(asked.payment_method) ?? ''), 'the account');
  const verified = { authenticated: true, return_url: null };
  if (ends === 'succeeded') {
    if (setup) save(context, setup, method, verified);
    if (intent) charge(context, intent, method, { ...verified, off_session: false });
    return;
  }
  const error = {
    type: 'invalid_request_error' as const,
    code: 'payment_method_microdeposit_verification_timeout' as const,
    message: 'The microdeposit verification attempt timed out.',
    payment_method: structuredClone(method),
  };
  if (setup) rejectSetup(context, setup, error);
  if (!intent) return;
  const waiting = { status: 'requires_payment_method' as const, payment_method: null };
  Object.assign(intent, { ...waiting, next_action: null, last_payment_error: error });
  emit(context, 'payment_intent.payment_failed', intent);
}
