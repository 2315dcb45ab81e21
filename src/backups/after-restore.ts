import type { Restored } from './restore-backup.ts';

/** What somebody who has restored a shop should know and do, as lines to print. */
export function afterRestore(
  { manifest, aside, checked, held }: Restored,
  { place, start, database_url }: { place: string; start: string; database_url: boolean },
): string[] {
  const { made_at, secret, stores, transactions } = manifest;
  const number = (count: number) => count.toLocaleString('en');
  const violations = checked?.violations ?? [];
  return [
    `Restored: the shop as it was at ${made_at}, to ${place}.`,
    `  ${number(stores)} stores, ${number(transactions)} transactions.${checked?.checked === 'everything' ? ' Every record was checked.' : ''}`,
    ...(violations.length > 0
      ? [
          `  ${violations.length} things in it are WRONG, as they were when it was copied: kassa verify`,
        ]
      : []),
    ...(aside === undefined ? [] : [`What was there before is in ${aside}.`]),
    '',
    'What happened after the backup is not in it, but it happened. Before you start it:',
    ...(secret === 'environment'
      ? ['- The secret is not in this backup: start it with the same KASSA_SECRET as before.']
      : []),
    ...(database_url ? ['- Set DATABASE_URL of the service to this database.'] : []),
    ...(held === 0
      ? []
      : [
          '- Payments since then are known to the provider alone. No renewal is charged until you have',
          '  compared, before or after the start; customers can buy, and subscriptions stay active:',
          `    ${start} charges compare`,
        ]),
    ...invoiceLines(checked),
    '- Events are numbered from where the backup ends: whoever reads list-events with after_sequence',
    '  must go back there. Webhooks get new events; those since the backup are not sent again.',
    '- Licenses that were sold since then are unknown here. Their certificates stay valid until they',
    '  end; make the licenses again from the payments.',
    '- Idempotency keys since then are forgotten: a request that is repeated is carried out again.',
    '',
    `Then start it: ${start} serve`,
  ];
}

/** Numbers of documents must never be given twice. */
function invoiceLines(checked: Restored['checked']): string[] {
  const next = checked?.next_numbers ?? [];
  if (next.length === 0) return [];
  return [
    '- Invoices since then had numbers that would be given again. Look up the last one you sent, and',
    '  raise next_number with update-invoice-settings (or in the dashboard) before the first sale:',
    ...next.map(({ name, prefix, next_number }) => `    ${name}: next is ${prefix}${next_number}`),
  ];
}
