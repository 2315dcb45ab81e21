import type { Readable } from 'node:stream';
import { SettingsError } from '../platform/machine/settings-error.ts';

/** What a key of Stripe begins with. */
const KEY = /(^|=)(sk|rk|pk)_(test|live)_|(^|=)whsec_/;

/** Refuses arguments that contain a key. The message does not repeat it. */
export function refuseKeys(args: string[]): void {
  if (!args.some((text) => KEY.test(text))) return;
  throw new SettingsError(
    'A key on the command line can be read by everybody who sees the list of processes, and stays in the history of the shell. Delete this key in the dashboard of Stripe and make another; Kassa asks for it, or reads it from standard input.',
  );
}

type KeyInput = Readable & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };

const CHARACTERS_MAX = 4096;
const ENTER = /[\r\n]/;
const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACE = ['\u0008', '\u007f'];

/** A key from a prompt that does not show it or, without a terminal, from standard input. */
export async function readKey({
  input,
  prompt,
  make,
}: {
  input: KeyInput;
  prompt: { write(text: string): unknown };
  /** Where one is made. */
  make?: string;
}): Promise<string> {
  if (input.isTTY && make !== undefined) prompt.write(`Make a key with the permissions: ${make}\n`);
  const key = input.isTTY ? await readHidden(input, prompt) : await readAll(input);
  if (key === '') throw new SettingsError('No key was given.');
  return key;
}

async function readAll(input: Readable): Promise<string> {
  let text = '';
  for await (const chunk of input) {
    text += chunk;
    if (text.length > CHARACTERS_MAX) throw new SettingsError('Standard input is not a key.');
  }
  return text.trim();
}

async function readHidden(
  input: KeyInput,
  prompt: { write(text: string): unknown },
): Promise<string> {
  prompt.write('Restricted key of Stripe (it is not shown): ');
  input.setRawMode?.(true);
  try {
    let key = '';
    for await (const chunk of input) {
      for (const character of String(chunk)) {
        if (ENTER.test(character)) return key.trim();
        if (character === CTRL_C || character === CTRL_D) throw new SettingsError('Nothing done.');
        if (BACKSPACE.includes(character)) key = key.slice(0, -1);
        else if (key.length < CHARACTERS_MAX) key += character;
      }
    }
    return key.trim();
  } finally {
    input.setRawMode?.(false);
    prompt.write('\n');
  }
}
