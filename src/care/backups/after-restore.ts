import type { Marked } from './mark-restored.ts';
import type { Restored } from './restore-backup.ts';

const SHOWN = 20;

interface Where {
  place: string;
  /** How a command on it begins. */
  start: string;
  /** On PostgreSQL: where the secret and the certificates are. */
  data_dir: string | undefined;
  is_unchanged: boolean;
}

/** What somebody who has restored a shop should know and do, as lines to print. */
export function afterRestore(
  { manifest, aside, checked, marked }: Restored,
  { place, start, data_dir, is_unchanged }: Where,
): string[] {
  const { made_at, secret, stores, transactions } = manifest;
  const number = (count: number) => count.toLocaleString('en');
  const violations = checked?.violations ?? [];
  return [
    `Restored: the shop as it was at ${made_at}, to ${place}.`,
    `  ${number(stores)} stores, ${number(transactions)} transactions.${checked?.checked === 'everything' ? ' Every record was checked.' : ''}`,
    ...(violations.length > 0
      ? [
          `  ${violations.length} things in it are WRONG, as they were when it was copied: ${start} verify`,
        ]
      : []),
    ...(aside === undefined ? [] : [`What was there before is in ${aside}.`]),
    '',
    is_unchanged
      ? 'Nothing has happened since the backup, you said. Before you start it:'
      : 'What happened after the backup is not in it, but it happened. Before you start it:',
    ...(secret === 'environment'
      ? ['- The secret is not in this backup: start it with the same KASSA_SECRET as before.']
      : []),
    ...(data_dir === undefined
      ? []
      : [
          '- Set DATABASE_URL of the service to this database, and KASSA_DATA_DIR to the folder with what',
          `  is not in it, the secret and certificates: ${data_dir}`,
        ]),
    ...(is_unchanged
      ? ['- Stop the other one for good: two of the same shop charge twice.']
      : whatHappenedSince(marked, start)),
    '',
    `Then start it${data_dir === undefined ? '' : ', with both'}: ${start} serve`,
  ];
}

const whatHappenedSince = (marked: Restored['marked'], start: string): string[] => [
  ...(marked?.held === 0
    ? []
    : [
        '- Payments since then are known to the provider alone. No renewal is charged until you have',
        '  compared, before or after the start; customers can buy, and subscriptions stay active:',
        `    ${start} charges compare`,
      ]),
  ...invoiceLines(marked?.invoices ?? []).map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`)),
  '- Numbers of events since then are left out. Whoever reads list-events goes on where they were;',
  '  webhooks get new events, and those again that waited when the backup was made.',
  '- Licenses that were sold since then are unknown here. Their certificates stay valid until they',
  '  end; make the licenses again from the payments.',
  '- Idempotency keys since then are forgotten: a request that is repeated is carried out again.',
];

/** No number is given twice: those that may have been given since the copy are left out. */
export function invoiceLines(invoices: Marked['invoices']): string[] {
  if (invoices.length === 0) return [];
  return [
    'Numbers of invoices since then must not come twice: a new series begins. Should you take the old',
    'prefix again, raise next_number above all that you have sent (update-invoice-settings):',
    ...invoices.slice(0, SHOWN).map(({ name, was, next }) => `  ${name}: ${was} → ${next}`),
  ];
}
