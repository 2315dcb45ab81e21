import assert from 'node:assert/strict';
import type { Reader } from '../../../platform/db/database.ts';
import { parseMailSettings } from '../../mails/mail-settings.rules.ts';
import { listConnections } from '../../money/payments/provider-connection.sql.ts';
import { PROVIDER_FACTS } from '../../money/payments/provider-facts.ts';
import { isProviderName, PROVIDER_NAMES } from '../../money/payments/provider-names.rules.ts';
import { parseBrand } from '../../store/brand.rules.ts';
import { parseTaxSettings } from '../../tax/tax-settings.rules.ts';
import type { InstallationFacts } from './installation-facts.ts';
import type { MailState, ReadinessFacts } from './point.rules.ts';
import {
  findStoreFacts,
  listMailTries,
  type MailTryRow,
  type StoreFactsRow,
} from './readiness.sql.ts';

/** What is known about the machine without the database. */
export type Machine = Pick<
  ReadinessFacts,
  'now' | 'base_url' | 'has_local_certificate' | 'certificate_ends_at' | 'has_mail_server'
>;

/** What the points of a store are decided by, in reads that cost the same in every shop. */
export async function readFacts(
  reader: Reader,
  machine: Machine,
  { last_backup_at, backup_problem, tried_out }: InstallationFacts,
): Promise<ReadinessFacts> {
  const [store, connections, tries] = await Promise.all([
    findStoreFacts(reader),
    listConnections(reader),
    listMailTries(reader),
  ]);
  assert(store, 'a key belongs to a store');
  const own = isProviderName(store.provider) ? store.provider : undefined;
  const connection = connections.find(
    ({ provider, disconnected_at }) => provider === own && disconnected_at === null,
  );
  return {
    ...machine,
    mode: store.mode,
    dashboard: dashboardOf(store),
    provider_title: PROVIDER_FACTS[own ?? PROVIDER_NAMES[0]].title,
    is_connected: connection !== undefined,
    provider_problem: connection?.problem ?? connection?.refusal ?? null,
    sends_mail: parseMailSettings(store.mail_settings).enabled,
    mail: mailState(tries, store.mail_taken_at),
    settings: parseTaxSettings(store.tax_settings),
    brand: parseBrand(store.brand),
    last_backup_at,
    backup_problem,
    ...triedOut(store),
    has_product: store.has_product === 1,
    has_link: store.has_link === 1,
    tested: tried_out.map((one) => ({
      dashboard: one.may_enter === 1 ? dashboardOf(one) : null,
      ...triedOut(one),
    })),
  };
}

const dashboardOf = ({ number }: { number: number }): string => `/dashboard/${number}`;

const triedOut = ({
  has_bought,
  has_refunded,
}: Pick<StoreFactsRow, 'has_bought' | 'has_refunded'>) => ({
  has_bought: has_bought === 1,
  has_refunded: has_refunded === 1,
});

/**
 * By the tries since a mail was taken: one that was put off and one that was given up count alike.
 * A single address that does not exist says nothing of the server, unless nobody else had a mail yet.
 * `taken_at`: when the server took a mail that is not among them, such as the owner's test mail.
 */
function mailState(tries: readonly MailTryRow[], taken_at: number | null): MailState {
  const at = ({ last_attempt_at }: MailTryRow): number => last_attempt_at ?? 0;
  const tried = tries.filter((one) => at(one) > 0).toSorted((a, b) => at(b) - at(a));
  const taken = tried.findIndex(({ status }) => status === 'sent');
  const untaken = taken === -1 ? tried : tried.slice(0, taken);
  const since = untaken.filter((one) => at(one) > (taken_at ?? 0));
  const is_taken = taken !== -1 || taken_at !== null;
  const of_server = since.some(({ status, kind }) => status !== 'failed' || kind === 'test');
  const recipients = new Set(since.map(({ recipient }) => recipient)).size;
  const [last] = since;
  if (last && (of_server || recipients > 1 || !is_taken)) {
    return { kind: 'refused', response: last.response ?? '' };
  }
  if (is_taken) return { kind: 'taken' };
  return { kind: tries.some(({ status }) => WAITS.has(status)) ? 'under_way' : 'none' };
}

const WAITS: ReadonlySet<string> = new Set(['queued', 'sending']);
