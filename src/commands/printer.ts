/** Where commands print, and whether all of it has arrived. */
export interface Printer {
  print(text: string): void;
  /** Waits until everything is written. Returns why it could not be. */
  whyNotShown(): Promise<NodeJS.ErrnoException | undefined>;
}

export function createPrinter(stream: NodeJS.WritableStream): Printer {
  let problem: NodeJS.ErrnoException | undefined;
  const keep = (error?: NodeJS.ErrnoException | null) => {
    problem ??= error ?? undefined;
  };
  stream.on('error', keep); // Without this, it would end the process where it is.
  return {
    print: (text) => {
      stream.write(`${text}\n`, keep);
    },
    whyNotShown: () =>
      new Promise((resolve) => {
        stream.write('', () => resolve(problem)); // After all that was written before.
      }),
  };
}

/** Undefined: whoever reads the output has seen enough, as in `kassa keys list | head -1`. */
export const aboutUnwritten = ({ code, message }: NodeJS.ErrnoException): string | undefined =>
  code === 'EPIPE'
    ? undefined
    : `Not all of the output could be written (${message}). The work itself is done.`;
