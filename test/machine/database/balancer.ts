import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { ProcessShop } from '../../harness/process-shop.ts';

const LOOK_EVERY_MS = 200;

/**
 * A balancer as people use them: passes on connections to the servers whose /readyz says 200, one
 * after the other, and tries the next one when a server does not accept.
 */
export async function startBalancer(servers: ProcessShop[]) {
  const ready = new Set<ProcessShop>();
  const open = new Set<Socket>();
  let turn = 0;
  let is_ending = false;
  const looking = servers.map(async (server) => {
    while (!is_ending) {
      const agent = server.connection();
      const answer = await server.get('/readyz', {}, agent).catch(() => undefined);
      agent.destroy();
      if (answer?.status === 200) ready.add(server);
      else ready.delete(server);
      await setTimeout(LOOK_EVERY_MS);
    }
  });
  const balancer = createServer((client) => passOn(client, servers.length));

  function passOn(client: Socket, tries: number): void {
    const usable = [...ready];
    turn += 1;
    const server = usable[turn % usable.length];
    if (!server || tries === 0) {
      client.destroy();
      return;
    }
    const beyond = connect(server.port, 'localhost');
    for (const socket of [client, beyond]) open.add(socket);
    let is_connected = false;
    client.on('error', () => beyond.destroy());
    client.on('close', () => beyond.end());
    beyond.on('connect', () => {
      is_connected = true;
      client.pipe(beyond).pipe(client);
    });
    beyond.on('error', () => {
      if (is_connected) client.destroy();
      else passOn(client, tries - 1);
    });
  }
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  const address = balancer.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    isReady: (server: ProcessShop) => ready.has(server),
    async end() {
      is_ending = true;
      for (const socket of open) socket.destroy();
      balancer.close();
      await Promise.all(looking);
    },
  };
}
