import type { Readable } from 'node:stream';
import { SettingsError } from '../platform/machine/settings-error.ts';
import { ofEachProvider } from '../shop/money/payments/provider-facts.ts';

/** Refuses arguments that contain a key. The message does not repeat it. */
export function refuseKeys(args: string[]): void {
  const titles = ofEachProvider(({ title, hasKey }) => (args.some(hasKey) ? title : []));
  const [title] = titles.flat();
  if (title === undefined) return;
  throw new SettingsError(
    `A key on the command line can be read by everybody who sees the list of processes, and stays in the history of the shell. Delete this key in the dashboard of ${title} and make another; Kassa asks for it, or reads it from standard input.`,
  );
}

/** What is asked for, and where it is made. */
export interface KeyForm {
  label: string;
  address?: string;
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
  form,
}: {
  input: KeyInput;
  prompt: { write(text: string): unknown };
  form: KeyForm;
}): Promise<string> {
  const { label, address } = form;
  if (input.isTTY && address !== undefined)
    prompt.write(`Make a key with the permissions: ${address}\n`);
  const key = input.isTTY ? await readHidden(input, prompt, label) : await readAll(input);
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
  label: string,
): Promise<string> {
  prompt.write(`${label} (it is not shown): `);
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
