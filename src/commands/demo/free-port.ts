import { createServer } from 'node:net';
import { DEMO } from '../../platform/core/program.ts';
import type { Settings } from '../../platform/machine/settings.ts';
import { startError } from '../start-error.ts';

type Listening = Pick<Settings, 'data_dir' | 'port' | 'http_port' | 'host'>;

/** Refuses a port that the service could not open, before a year is simulated for it. */
export async function refuseTakenPort(settings: Listening): Promise<void> {
  const { host, port, http_port } = settings;
  for (const one of [port, http_port].filter((one) => one !== undefined)) {
    const error = await whyNotOpen(one, host);
    if (error)
      throw startError(error, settings, { start: DEMO, other: await freeAfter(one, host) });
  }
}

const PORTS_TRIED = 20;

/** The next port that can be opened, to be advised. */
async function freeAfter(port: number, host: string | undefined): Promise<number> {
  for (let other = port + 1; other <= Math.min(port + PORTS_TRIED, 65_535); other++) {
    if (!(await whyNotOpen(other, host))) return other;
  }
  return port + 1;
}

const whyNotOpen = (port: number, host: string | undefined): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, ...(host !== undefined && { host }) }, () =>
      server.close(() => resolve(undefined)),
    );
  });
