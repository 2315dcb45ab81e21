import type { ChildProcess } from 'node:child_process';

const ADDRESS = / at https:\/\/[^:\s]+:(\d+)[/\s]/;

interface Patience {
  timeout_ms?: number;
  /** What is known of the process beside its output, for the error. */
  complaints?(): string;
}

/** The port of a server that was just started, once it says where it listens. */
export function listeningPort(
  child: ChildProcess,
  { timeout_ms, complaints = () => '' }: Patience = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    let out = '';
    const fail = (what: string) => reject(new Error(`${what}\n${out}${complaints()}`));
    const timer =
      timeout_ms && setTimeout(() => fail('A server did not start in time.'), timeout_ms);
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      out += text;
      const [, port] = ADDRESS.exec(out) ?? [];
      if (port === undefined) return;
      if (timer) clearTimeout(timer);
      resolve(Number(port));
    });
    child.on('exit', (code) => fail(`A server ended with code ${code}.`));
    child.on('error', reject);
  });
}
