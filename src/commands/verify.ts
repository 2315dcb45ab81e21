import type { ProviderOptions } from '../care/verify/comparison.ts';
import { verify } from '../care/verify/verify.ts';
import { PAUSES_MS } from '../care/verify/verify-provider.ts';
import { parseInstant } from '../platform/core/time.ts';
import { compareSchema } from '../platform/db/compare-schema.ts';
import type { Database } from '../platform/db/database.ts';
import type { SchemaDifferences } from '../platform/db/sqlite/schema.ts';
import { findSecrets } from '../platform/machine/secret.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { createRevealKey } from '../shop/licenses/license-key.rules.ts';
import { createConnections } from '../shop/money/payments/connections.ts';
import { createProviders } from '../shop/money/payments/providers.ts';
import { needsPerson } from './doctor/needs-person.ts';
import type { Output } from './output.ts';

const PROGRESS_MS = 2_000;

interface Options {
  clock: () => number;
  print: (line: string) => void;
  /** Where this database is. */
  place: Parameters<typeof compareSchema>[0];
  /** Compares with the payment providers of all stores too. */
  provider: boolean;
  /** The end of an audit log that was kept elsewhere. */
  audit_head: string | undefined;
  since: string | undefined;
  until: string | undefined;
}

/** Checks all records and prints what is wrong. Returns whether everything is right. */
export async function verifyDatabase(
  db: Database,
  settings: Settings,
  output: Output,
  options: Options,
): Promise<boolean> {
  const { clock, print } = options;
  const period = periodOf(options);
  let shown_at = clock();
  const printSometimes = (line: string): void => {
    if (clock() - shown_at < PROGRESS_MS) return;
    shown_at = clock();
    print(line);
  };
  const secrets = findSecrets(settings);
  const number = (count: number) => count.toLocaleString('en');
  const audit_heads: { store_id: string | null; entries: number; hash: string }[] = [];
  const schema = await compareSchema(options.place);
  const checks = await verify(db, {
    ...(schema && { schema_problems: problemsOf(schema) }),
    audit_head: auditHeadOf(options),
    now: clock(),
    foundHead: (store_id, { sequence, hash }) => {
      audit_heads.push({ store_id: store_id || null, entries: sequence, hash });
    },
    revealKey: secrets && createRevealKey(secrets),
    progress: (done, total) => printSometimes(`  ${number(done)} of ${number(total)} records`),
    provider: options.provider ? providerOptions() : undefined,
  });

  function providerOptions(): ProviderOptions {
    if (!secrets) {
      throw new SettingsError('The keys of payment providers cannot be opened without the secret.');
    }
    const connections = createConnections(db, { secrets, clock });
    const options = { connections, addresses: settings.provider_addresses };
    return {
      ...period,
      clock,
      gatewayOf: createProviders(db, () => '', options).gatewayOf,
      pauses_ms: PAUSES_MS,
      progress: (compared) =>
        printSometimes(`  ${number(compared)} payments and refunds compared with the provider`),
    };
  }
  const wrong = checks.reduce((sum, one) => sum + one.violations_in_all, 0);
  const looked_at = checks.reduce((sum, one) => sum + one.looked_at, 0);
  const not_compared = checks.reduce((sum, one) => sum + one.not_compared, 0);
  const lines = checks.flatMap(({ name, violations, violations_in_all, ...numbers }) => [
    `${violations_in_all === 0 ? 'ok   ' : 'WRONG'} ${name} (${counted(numbers, options.provider)})`,
    ...violations.map((text) => `        ${text}`),
    ...(violations.length < violations_in_all
      ? [`        and ${violations_in_all - violations.length} more`]
      : []),
  ]);
  const to_see = options.place === settings ? await needsPerson(db, settings) : [];
  const well = to_see.length === 0 ? 'Everything is as it must be.' : RECORDS_ONLY;
  const end = wrong === 0 ? well : countOf(wrong);
  const counts = { looked_at, not_compared, violations: wrong };
  const heads = audit_heads
    .filter(({ entries }) => entries > 0)
    .map(({ store_id, entries, hash }) => {
      const whose = store_id ?? 'the installation';
      return `Audit log of ${whose}: ${number(entries)} entries, the last is ${hash}`;
    });
  output.record({ ok: wrong === 0, ...counts, checks, audit_heads, needs_person: to_see }, [
    ...[...lines, '', ...heads, ''],
    ...to_see.flatMap(({ about, what, todo }) => [`see to ${about}: ${what}`, `        ${todo}`]),
    ...(to_see.length > 0 ? [''] : []),
    end,
  ]);
  return wrong === 0;
}

const RECORDS_ONLY = 'All records are as they must be; what is said above needs a person.';

const problemsOf = ({ lacks, has_besides }: SchemaDifferences): string[] => [
  ...lacks.map((line) => `lacks ${line}`),
  ...has_besides.map((line) => `has, and Kassa does not make it: ${line}`),
];

const countOf = (wrong: number): string =>
  wrong === 1 ? '1 violation.' : `${wrong.toLocaleString('en')} violations.`;

/** What `verify` printed earlier. */
function auditHeadOf({ audit_head }: Options): string | undefined {
  if (audit_head === undefined || /^[0-9a-f]{64}$/.test(audit_head)) return audit_head;
  throw new SettingsError('--audit-head is the hash that an earlier `kassa verify` printed.');
}

/** The period to compare. Plain dates mean whole days in UTC. */
function periodOf({ provider, since, until }: Options): Pick<ProviderOptions, 'since' | 'until'> {
  if (!provider && (since !== undefined || until !== undefined)) {
    throw new SettingsError('--since and --until go with --provider.');
  }
  const parse = (text: string | undefined, plain: 'start' | 'end') => {
    const instant = text === undefined ? undefined : parseInstant(text, plain);
    if (text !== undefined && instant === undefined) {
      throw new SettingsError(`"${text}" is no date. For example: --since 2026-11-01`);
    }
    return instant;
  };
  const period = { since: parse(since, 'start'), until: parse(until, 'end') };
  if ((period.since ?? 0) > (period.until ?? Number.POSITIVE_INFINITY)) {
    throw new SettingsError('--until must not be before --since.');
  }
  return period;
}

function counted(
  { looked_at, not_compared }: { looked_at: number; not_compared: number },
  compares: boolean,
): string {
  const number = looked_at.toLocaleString('en');
  // With --provider, another line says what was compared.
  if (not_compared === 0 || compares) return number;
  return `${number}; ${not_compared.toLocaleString('en')} not compared: that takes --provider`;
}
