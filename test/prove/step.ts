// What a step of `npm run prove` is: it tries to make Kassa break a promise, and says what it did
// and what it found.

export type Size = 'short' | 'usual' | 'long';
export type Engine = 'sqlite' | 'postgres';

export interface Setting {
  size: Size;
  engine: Engine;
  /** The same seed makes the same choices; the machine decides about the instants. */
  seed: number;
  /** Only this part of the step, where it has parts. */
  part: string | undefined;
  /** Shows progress. */
  say(text: string): void;
}

export interface Outcome {
  figures: Record<string, number | string>;
  /** What was promised and is not so. */
  findings: string[];
  /** Why it did not run here. */
  left_out?: string;
}

export interface Step {
  name: string;
  /** What it shows if nothing is found. */
  shows: string;
  /** On which databases it runs; what is above the database runs on one. */
  engines: Engine[];
  run(setting: Setting): Promise<Outcome>;
}

/** How much of something, by the size of the run. */
export const sized = (size: Size, [short, usual, long]: [number, number, number]): number =>
  ({ short, usual, long })[size];

const FINDINGS_MAX = 50;
/** Long texts are shown from shortly before where they differ. */
const [CONTEXT, SHOWN] = [100, 250];

/** Collects findings: the first of them in words, the others counted. */
export class Findings {
  readonly #texts: string[] = [];
  #count = 0;

  add(text: string): void {
    this.#count += 1;
    if (this.#texts.length < FINDINGS_MAX) this.#texts.push(text.slice(0, 600));
  }

  check(is_so: boolean, text: string): void {
    if (!is_so) this.add(text);
  }

  equal(found: unknown, expected: unknown, text: string): void {
    const [one, other] = [JSON.stringify(found) ?? '', JSON.stringify(expected) ?? ''];
    const at = [...one].findIndex((character, place) => character !== other[place]);
    const from = at < CONTEXT ? 0 : at - CONTEXT;
    const shown = `${one.slice(from, from + SHOWN)} instead of ${other.slice(from, from + SHOWN)}`;
    this.check(one === other, `${text}: ${shown}`);
  }

  /** What an assertion of the tests finds. */
  async assertion(work: () => unknown, text: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(`${text}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Each thing that `kassa verify` finds, by itself. */
  async verified(shop: { violations(): Promise<string[]> }): Promise<void> {
    for (const text of await shop.violations()) this.add(`kassa verify: ${text}`);
  }

  get count(): number {
    return this.#count;
  }

  get texts(): string[] {
    const more = this.#count - this.#texts.length;
    return more > 0 ? [...this.#texts, `and ${more} more`] : [...this.#texts];
  }
}
