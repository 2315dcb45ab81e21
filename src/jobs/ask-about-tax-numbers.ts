import { jobActor } from '../platform/core/actor.ts';
import { MINUTE_MS } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import type { Services } from '../platform/operation/services.ts';
import { storeWork } from '../platform/operation/work.ts';
import { findCustomer } from '../shop/customers/customer.sql.ts';
import {
  type DueTaxNumber,
  listDueTaxNumbers,
  setTaxNumberDue,
} from '../shop/customers/due-tax-number.sql.ts';
import { keepViesAnswer } from '../shop/customers/keep-vies-answer.ts';
import { taxBuyerOf } from '../shop/customers/tax-buyer.rules.ts';
import { findStore } from '../shop/store/store.sql.ts';
import { readTaxSettings } from '../shop/tax/read-tax-rules.ts';
import type { ViesStatus } from '../shop/tax/tax-number.rules.ts';
import { numbersMatter, requesterOf } from '../shop/tax/tax-settings.rules.ts';
import type { Job } from './job.ts';

const TICK_MS = 60_000;
const NUMBERS_AT_ONCE = 10;
/** For so long no other process asks about the same number. */
const CLAIM_MS = 2 * MINUTE_MS;
/** After so many questions without an answer the others wait for the next run. */
const UNANSWERED_MAX = 3;

/**
 * Asks VIES about the tax numbers of customers that it was not asked about when they were entered,
 * or did not answer for, or a month ago. One after the other: VIES turns away who asks too much.
 */
export function taxNumbersJob(db: Database, services: Services): Job {
  const { clock, log } = services;
  return {
    name: 'tax-numbers',
    every_ms: TICK_MS,
    more_ms: 1_000,
    needs_right_clock: true,
    async run({ isStopping }) {
      if (!services.askVies) return false;
      const due = { now: clock(), limit: NUMBERS_AT_ONCE };
      const numbers = await listDueTaxNumbers(db.reader(null), due);
      let unanswered = 0;
      for (const one of numbers) {
        if (isStopping() || unanswered === UNANSWERED_MAX) return false;
        const status = await askAbout(db, services, one).catch((error) => {
          const { store_id } = one;
          log.error('job failed', { job: 'tax-numbers', store_id, error: String(error) });
        });
        unanswered = status === 'unavailable' ? unanswered + 1 : 0;
      }
      return numbers.length === NUMBERS_AT_ONCE;
    },
  };
}

/** What VIES said; null if there was nothing to ask. */
async function askAbout(
  db: Database,
  services: Services,
  due: DueTaxNumber,
): Promise<ViesStatus | null> {
  const { store_id, customer_id } = due;
  const store = await findStore(db.reader({ store_id }));
  if (!store || !services.askVies) return null;
  const wall = services.clock();
  const now = wall + store.clock_ahead_ms;
  const doing = { actor: jobActor('tax-numbers'), action: 'tax-numbers', request_id: null };
  const { reader, write } = storeWork(db, { ...doing, store, now, services });
  const settings = await readTaxSettings(reader);
  const { tax_number } = taxBuyerOf(await findCustomer(reader, customer_id));
  const { number, vies } = tax_number?.well_formed ?? {};
  if (!number || !vies || !numbersMatter(settings)) {
    await write(async ({ tx }) => setTaxNumberDue(tx, due, null));
    return null;
  }
  const claimed = await write(async ({ tx }) => setTaxNumberDue(tx, due, wall + CLAIM_MS));
  if (claimed === 0) return null;
  const answer = await services.askVies({ number: vies, requester: requesterOf(settings), now });
  await write((context) => keepViesAnswer(context, { customer_id, number, answer }));
  return answer.status;
}
