import type { Database } from '../db/database.ts';
import type { RevealKey } from '../licenses/license-key.rules.ts';
import { verify } from '../verify/verify.ts';
import type { Output } from './output.ts';

const PROGRESS_MS = 2_000;

/** Checks all records and prints what is wrong. Returns whether everything is right. */
export async function verifyDatabase(
  db: Database,
  output: Output,
  {
    clock,
    tell,
    revealKey,
  }: { clock: () => number; tell: (line: string) => void; revealKey: RevealKey | undefined },
): Promise<boolean> {
  let told_at = clock();
  const checks = await verify(db, {
    revealKey,
    progress(done, total) {
      if (clock() - told_at < PROGRESS_MS) return;
      told_at = clock();
      tell(`  ${done.toLocaleString('en')} of ${total.toLocaleString('en')} records`);
    },
  });
  const wrong = checks.reduce((sum, one) => sum + one.violations_in_all, 0);
  const looked_at = checks.reduce((sum, one) => sum + one.looked_at, 0);
  const not_compared = checks.reduce((sum, one) => sum + one.not_compared, 0);
  const lines = checks.flatMap(({ name, violations, violations_in_all, ...numbers }) => [
    `${violations_in_all === 0 ? 'ok   ' : 'WRONG'} ${name} (${counted(numbers)})`,
    ...violations.map((text) => `        ${text}`),
    ...(violations.length < violations_in_all
      ? [`        and ${violations_in_all - violations.length} more`]
      : []),
  ]);
  const end = wrong === 0 ? 'Everything is as it must be.' : `${wrong} violations.`;
  const found = { ok: wrong === 0, looked_at, not_compared, violations: wrong, checks };
  output.record(found, [...lines, '', end]);
  return wrong === 0;
}

function counted({ looked_at, not_compared }: { looked_at: number; not_compared: number }): string {
  const number = looked_at.toLocaleString('en');
  if (not_compared === 0) return number;
  return `${number}; ${not_compared.toLocaleString('en')} not compared: that takes --provider`;
}
