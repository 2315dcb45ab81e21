import type { StoreTx } from '../../../platform/operation/work.ts';
import { findAddressee } from '../../customers/addressee.sql.ts';
import type { NotificationLine, NotificationList } from '../../mails/letters/notification.rules.ts';
import { queueMail } from '../../mails/queue-mail.ts';
import {
  dailyAt,
  EMPTY_LIST,
  LINES_MAX,
  type NotificationEntry,
  withLines,
} from './entry.rules.ts';
import {
  endDigest,
  findOnTeam,
  listOwnersToNotify,
  listRecipients,
  lockDigest,
  markNotified,
  type Recipient,
  saveDigest,
} from './notification.sql.ts';
import { stopPath } from './stop-link.rules.ts';

/** More than so many at once are told of in one mail. */
const SINGLE_MAX = 5;

type Entries = readonly NotificationEntry[];

/** Gives what has happened in a store to those of its team who have chosen it, each once. */
export async function notifyTeam(context: StoreTx, entries: Entries): Promise<void> {
  if (entries.length > 0) await notify(context, entries, await listRecipients(context.tx));
}

/** The same for what concerns the whole installation, through one of its stores: owners get it. */
export async function notifyOwners(context: StoreTx, entries: Entries): Promise<void> {
  await notify(context, entries, await listOwnersToNotify(context.tx));
}

async function notify(context: StoreTx, entries: Entries, all: Recipient[]): Promise<void> {
  const lineOf = lineWriter(context);
  for (const chosen of Map.groupBy(all, ({ person_id }) => person_id).values()) {
    const [person] = chosen;
    if (!person) continue;
    const at_once: NotificationEntry[] = [];
    const daily: NotificationEntry[] = [];
    for (const entry of entries) {
      const choice = chosen.find(({ kind }) => kind === entry.kind);
      if (!choice || (entry.sequence ?? Infinity) <= choice.since_sequence) continue;
      (choice.delivery === 'daily' ? daily : at_once).push(entry);
    }
    await mailAtOnce(context, person, await untold(context, person, at_once), lineOf);
    await keepForDigest(context, person, await untold(context, person, daily), lineOf);
  }
}

/** Notes that somebody is told of these now; those that they have been told of are left out. */
async function untold(
  { tx, services }: StoreTx,
  { person_id }: Recipient,
  entries: NotificationEntry[],
): Promise<NotificationEntry[]> {
  const left: NotificationEntry[] = [];
  const created_at = services.clock();
  for (const entry of entries) {
    const { about } = entry;
    if ((await markNotified(tx, { person_id, about, created_at })) === 1) left.push(entry);
  }
  return left;
}

type LineOf = (entry: NotificationEntry) => Promise<NotificationLine>;

/** Lines with the name or address of the customer, which is read once. */
function lineWriter({ tx }: StoreTx): LineOf {
  const known = new Map<string, string>();
  return async ({ line, customer_id }) => {
    if (!customer_id) return line;
    let who = known.get(customer_id);
    if (who === undefined) {
      const found = await findAddressee(tx, customer_id);
      who = found?.email ?? found?.name ?? customer_id;
      known.set(customer_id, who);
    }
    return { ...line, who };
  };
}

async function mailAtOnce(
  context: StoreTx,
  person: Recipient,
  entries: NotificationEntry[],
  lineOf: LineOf,
): Promise<void> {
  if (entries.length > SINGLE_MAX) {
    const list = withLines(EMPTY_LIST, await linesOf(entries, LINES_MAX, lineOf));
    return mailList(context, person, list, false);
  }
  for (const entry of entries) {
    await mailList(context, person, withLines(EMPTY_LIST, [await lineOf(entry)]), false);
  }
}

/** Names are read for those that will be shown; all are counted. */
async function linesOf(
  entries: NotificationEntry[],
  shown: number,
  lineOf: LineOf,
): Promise<NotificationLine[]> {
  const lines: NotificationLine[] = [];
  for (const entry of entries) {
    lines.push(lines.length < shown ? await lineOf(entry) : entry.line);
  }
  return lines;
}

async function keepForDigest(
  context: StoreTx,
  { person_id }: Recipient,
  entries: NotificationEntry[],
  lineOf: LineOf,
): Promise<void> {
  if (entries.length === 0) return;
  const { tx, services } = context;
  const before = await lockDigest(tx, person_id);
  const list: NotificationList = before ? JSON.parse(before.data) : EMPTY_LIST;
  const lines = await linesOf(entries, LINES_MAX - list.lines.length, lineOf);
  const due_at = before?.due_at ?? dailyAt(services.clock());
  await saveDigest(tx, { person_id, due_at, data: JSON.stringify(withLines(list, lines)) });
}

/** Sends what has come together for somebody; nothing if they have left the team. */
export async function sendDigest(context: StoreTx, person_id: string): Promise<void> {
  const { tx, services } = context;
  const digest = await lockDigest(tx, person_id);
  if (!digest || digest.due_at > services.clock()) return;
  await endDigest(tx, person_id);
  const person = await findOnTeam(tx, person_id);
  if (person) await mailList(context, person, JSON.parse(digest.data), true);
}

async function mailList(
  context: StoreTx,
  { person_id, email, name }: Pick<Recipient, 'person_id' | 'email' | 'name'>,
  list: NotificationList,
  is_digest: boolean,
): Promise<void> {
  const { store, services } = context;
  const { base_url, secrets } = services;
  const stop_url = base_url + stopPath(secrets, { store_number: store.number, person_id });
  await queueMail<'notification', 'stop_url'>(context, {
    ...{ kind: 'notification', to: email, language: 'en', customer_id: null },
    data: {
      ...list,
      person_id,
      customer_name: name,
      dashboard_url: `${base_url}/dashboard/${store.number}`,
      settings_url: `${base_url}/account/mails/${store.number}`,
      is_digest,
    },
    secrets: { stop_url },
  });
}
