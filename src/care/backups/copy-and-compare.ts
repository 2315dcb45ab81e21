import { type Compared, compareRows } from '../move/compare-rows.ts';
import { copyRows, type Step } from '../move/move-rows.ts';
import type { Progress } from './progress.ts';

type Copying = Parameters<typeof copyRows>[0];

/** Copies every row that is not there yet, and compares each with its counterpart. */
export async function copyAndCompare({ source, target, report }: Copying): Promise<Compared> {
  const of_all = await copyRows({ source, target, report });
  return compareRows(source, target, { of_all, report });
}

const STEPS = { copy: 'Writing', finish: 'Indexing', compare: 'Comparing' } as const;

/** Shows the steps of it as those of a backup or a restore. */
export const stepsOf =
  (progress: Progress) =>
  ({ doing, rows_of_all, of_all }: Step): void =>
    progress(STEPS[doing], rows_of_all, of_all, doing === 'finish' ? 'indexes' : 'records');
