import type { Tx } from '../../../platform/db/database.ts';
import {
  INSTALLATION_NOTIFICATIONS,
  type NotificationChoices,
  type NotificationKind,
  STORE_NOTIFICATIONS,
  WHOLE_INSTALLATION,
} from './notification.rules.ts';
import {
  beginFeed,
  endUnreadFeed,
  forgetNotificationChoice,
  listNotificationChoices,
  type NotificationChoiceRow,
  saveNotificationChoice,
} from './notification-choice.sql.ts';

interface Chooser {
  person_id: string;
  is_owner: number;
  store_id: string;
}

/** Where the choice of a kind is kept. */
const placeOf = (kind: NotificationKind, store_id: string): string =>
  INSTALLATION_NOTIFICATIONS.some((one) => one === kind) ? WHOLE_INSTALLATION : store_id;

/** The kinds that somebody may choose: what concerns the installation is its owners' matter. */
export const notificationsFor = ({ is_owner }: Pick<Chooser, 'is_owner'>): NotificationKind[] => [
  ...STORE_NOTIFICATIONS,
  ...(is_owner === 1 ? INSTALLATION_NOTIFICATIONS : []),
];

/** What a person gets about a store and, if they own it, about the installation. */
export function choicesIn(rows: NotificationChoiceRow[], chooser: Chooser): NotificationChoices {
  const mine = notificationsFor(chooser).flatMap((kind) => {
    const place = placeOf(kind, chooser.store_id);
    const row = rows.find((one) => one.kind === kind && one.store_id === place);
    return row ? [[kind, row.delivery]] : [];
  });
  return Object.fromEntries(mine);
}

/**
 * Keeps what somebody has chosen, and returns what it was. `newest` is the newest event of the store:
 * what came before is not reported.
 */
export async function chooseNotifications(
  tx: Tx,
  chooser: Chooser,
  { chosen, newest }: { chosen: NotificationChoices; newest: number },
): Promise<NotificationChoices> {
  const { person_id, store_id } = chooser;
  await beginFeed(tx, { store_id, last_sequence: newest });
  const rows = await listNotificationChoices(tx, person_id);
  const before = choicesIn(rows, chooser);
  for (const kind of notificationsFor(chooser)) {
    const key = { store_id: placeOf(kind, store_id), person_id, kind };
    const delivery = chosen[kind];
    if (delivery === before[kind]) continue;
    if (delivery === undefined) await forgetNotificationChoice(tx, key);
    else {
      // Now and then instead of at once: what has been read is not lost by it.
      const was = rows.find((one) => one.kind === kind && one.store_id === key.store_id);
      const since_sequence = was?.since_sequence ?? newest;
      await saveNotificationChoice(tx, { ...key, delivery, since_sequence });
    }
  }
  await endUnreadFeed(tx, store_id);
  return before;
}
