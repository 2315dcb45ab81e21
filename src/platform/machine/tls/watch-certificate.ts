import type { Log } from '../../core/log.ts';
import { wallClock } from '../../core/time.ts';
import {
  type Pem,
  type ServedCertificate,
  whyOutOfDate,
  whyUnusable,
} from './served-certificate.ts';

/**
 * Looks for a newer certificate every few seconds and hands it to the server. One that clients could
 * not use is not taken: the one before stays, and the log says why. It says so at the second look,
 * because certificate and key are two files and are not replaced in the same instant.
 */
export function watchCertificate(
  served: ServedCertificate,
  { use, log }: { use(pem: Pem): void; log: Log },
): { stop(): void } {
  if (!served.renewal) return { stop() {} };
  const { every_ms, read } = served.renewal;
  let current: Pem = served;
  let problem_before: string | undefined;
  let is_looking = false;

  async function look(): Promise<void> {
    const found = await read();
    if (found.cert === current.cert && found.key === current.key) return complain(undefined);
    const problem = whyUnusable(found) ?? whyOutOfDate(found, wallClock());
    if (problem !== undefined) return complain(problem);
    use(found);
    current = found;
    problem_before = undefined;
    log.info('new certificate in use');
  }

  let reported: string | undefined;
  function complain(problem: string | undefined): void {
    if (problem === problem_before && problem !== reported) {
      reported = problem;
      const advice = 'the certificate before is in use until the files are right';
      if (problem !== undefined) log.error('new certificate not taken', { problem, advice });
    }
    problem_before = problem;
  }

  const looking = setInterval(async () => {
    if (is_looking) return;
    is_looking = true;
    await look().catch((error) => complain(`it cannot be read: ${messageOf(error)}`));
    is_looking = false;
  }, every_ms).unref();
  return { stop: () => clearInterval(looking) };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
