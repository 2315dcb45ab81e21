import { commandActor } from '../core/actor.ts';
import type { Tx } from '../db/database.ts';
import type { Change } from '../operation/audit.rules.ts';
import { auditChange } from '../operation/audit.ts';

/** Notes what a command has changed, other than by an operation. */
export const auditCommand = (
  tx: Tx,
  command: string,
  change: Change & { store_id: string; at: number },
): Promise<void> => auditChange(tx, { ...change, actor: commandActor(command), action: command });
