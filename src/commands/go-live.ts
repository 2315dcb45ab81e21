import type { Static } from 'typebox';
import { Refusal } from '../platform/core/errors.ts';
import { createLog } from '../platform/core/log.ts';
import { KASSA } from '../platform/core/program.ts';
import type { Clock } from '../platform/core/time.ts';
import type { Database } from '../platform/db/database.ts';
import { type Settings, SettingsError } from '../platform/machine/settings.ts';
import { copyStore } from '../shop/opening/copy-store.ts';
import { ALWAYS_COPIED, countedLines, NEVER_COPIED } from '../shop/opening/copy-words.rules.ts';
import { previewStoreCopy } from '../shop/opening/preview-store-copy.ts';
import { askInStore } from './ask-in-store.ts';
import { chooseTestStore } from './choose-store.ts';
import type { Output } from './output.ts';

interface Given {
  store?: string | undefined;
  name?: string | undefined;
  yes: boolean;
  clock: Clock;
}

/** Makes the live store of a test store; without --yes it says what that would be. */
export async function goLive(
  db: Database,
  settings: Settings,
  { store: named, name, yes, clock }: Given,
  output: Output,
): Promise<void> {
  const store = await chooseTestStore(db, named);
  const doing = { log: createLog('error'), command: 'stores go-live' };
  const ask = await askInStore(db, settings, { store, clock, ...doing });
  const input = { mode: 'live', ...(name !== undefined && { name }) } as const;
  try {
    if (yes) {
      const made = await ask(copyStore, input);
      output.record(made, [
        `The live store "${made.name}" is ${made.store_id}.`,
        ...countedLines(made.copied).map((line) => `  ${line}`),
        `What it still needs: ${made.dashboard_url}, or ${KASSA} doctor`,
        `Make a key to it: ${KASSA} keys create --store ${made.store_id}`,
      ]);
      return;
    }
    const preview = await ask(previewStoreCopy, input);
    output.record(preview, linesOf(preview));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new SettingsError(
      error.details.map(({ message }) => `--name ${message}.`).join('\n') || error.message,
    );
  }
}

function linesOf(preview: Static<typeof previewStoreCopy.output>): string[] {
  const { name, copied, left, copies, is_too_large } = preview;
  return [
    ...copies.map((one) => `There is a live store of it already: "${one.name}", ${one.store_id}.`),
    `A live store "${name}" would get:`,
    ...countedLines(copied).map((line) => `  ${line}`),
    `  ${ALWAYS_COPIED}`,
    'And not:',
    ...countedLines(left).map((line) => `  ${line}`),
    `  ${NEVER_COPIED}`,
    '',
    is_too_large
      ? 'These are more records than can be copied at once.'
      : `Nothing was made. To make it: ${KASSA} stores go-live --yes`,
  ];
}
