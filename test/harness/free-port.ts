import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nobody listens on, below those that systems give to connections and to who asks for
 * any port: from there somebody else may have it before it is used.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    const found = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, () => resolve(true));
    });
    if (!found) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error('no port is free');
}

const FIRST = 15_000;
const LAST = 32_000;
