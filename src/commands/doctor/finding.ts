export type State = 'ok' | 'warn' | 'fail';

/** One line of `kassa doctor`. */
export interface Finding {
  about: string;
  state: State;
  /** What is so. */
  what: string;
  /** What somebody should do about it. */
  todo: string | null;
}

export const ok = (about: string, what: string): Finding => ({
  about,
  state: 'ok',
  what,
  todo: null,
});

export const warn = (about: string, what: string, todo: string): Finding => ({
  about,
  state: 'warn',
  what,
  todo,
});

export const fail = (about: string, what: string, todo: string): Finding => ({
  about,
  state: 'fail',
  what,
  todo,
});

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : String(error);
