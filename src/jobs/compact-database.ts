import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';

const LOOK_EVERY_MS = 1_000;
const PAUSE_MS = 25; // Between steps of 2 to 6 ms, so that nobody has to wait for long.

/** Does what the database puts off while there is much to do, in small steps. */
export function startCompacting(db: Database, log: Log): { stop(): Promise<void> } {
  let stopping = false;
  let timer = setTimeout(step, LOOK_EVERY_MS).unref();
  let under_way = Promise.resolve();

  function step(): void {
    under_way = db
      .compact()
      .catch((error) => {
        log.error('compacting failed', { error: String(error) });
        return false;
      })
      .then((more) => {
        if (!stopping) timer = setTimeout(step, more ? PAUSE_MS : LOOK_EVERY_MS).unref();
      });
  }

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await under_way;
    },
  };
}
