// The reference: a node:https server that does nothing else. It runs in its own process.
// bare.ts <certificate file> <key file> <bytes of an answer>
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';

const [cert_path = '', key_path = '', answer_bytes = '0'] = process.argv.slice(2);
const empty = JSON.stringify({ text: '' });
const body = JSON.stringify({ text: 'x'.repeat(Number(answer_bytes) - empty.length) });
const headers = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];

const tls = { cert: readFileSync(cert_path), key: readFileSync(key_path) };
const server = createServer(tls, (request, response) => {
  if (request.method === 'GET') return answer(response);
  request.on('end', () => answer(response));
  request.resume();
});

function answer(response: ServerResponse): void {
  response.writeHead(200, headers);
  response.end(body);
}

server.listen(0, () => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  process.stdout.write(`bare server at https://localhost:${address.port}\n`);
});
process.on('disconnect', () => process.exit());
