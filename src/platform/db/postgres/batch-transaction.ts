import type { Scope, Tx, Values } from '../database.ts';
import { markPutOff, puttingOff, queries } from './alone.ts';
import type { Answered, Asked } from './asked.ts';
import type { PutOff } from './finish.ts';

/** The transaction that one write of a batch is given. */
export function batchTransaction(
  run: { job: { scope: Scope }; put_off: PutOff; changes: number },
  batch: {
    ask: (asked: Asked) => Promise<Answered>;
    leave: () => Promise<never>;
    /** Whether the statement that was asked last has to wait. */
    isWaiting: () => boolean;
    lastSteps: () => Promise<void>;
  },
): Tx {
  const { job, put_off } = run;
  const own = queries(batch.ask, job.scope);
  return {
    ...own,
    async maybeLocked<Row>(lock: string, sql: string, values: Values) {
      const locked = own.maybe(lock, values);
      // Sent together, unless another write has the row: it is to be read as that one leaves it.
      if (batch.isWaiting()) await locked;
      const [found] = await Promise.all([own.maybe<Row>(sql, values), locked]);
      return found;
    },
    async attempt(work) {
      const { changes } = run;
      const undo = markPutOff(put_off);
      try {
        return await work();
      } catch (error) {
        if (run.changes > changes) return batch.leave(); // There are no savepoints in a batch.
        undo();
        throw error;
      }
    },
    takeEventNumbers: batch.leave,
    lastSteps: batch.lastSteps,
    ...puttingOff(put_off, job.scope),
  };
}
