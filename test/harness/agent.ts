import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Shop } from './shop.ts';

/** The real client of the Model Context Protocol, over TLS. */
export async function connect(
  shop: Shop,
  { key = shop.api_key, tools }: { key?: string; tools?: string } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const address = new URL('https://localhost/mcp');
  if (tools !== undefined) address.searchParams.set('tools', tools);
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, { method = 'GET', headers, body } = {}) => {
      const { pathname, search } = new URL(url);
      const sent = Object.fromEntries(new Headers(headers));
      const text = typeof body === 'string' ? body : undefined;
      const answer = await shop.send({ method, path: pathname + search, headers: sent }, text);
      const answered = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
      return new Response(answer.text, {
        status: answer.status,
        headers: Object.fromEntries(answered),
      });
    },
  });
  // Its types are not made for exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

type Called = { isError?: boolean; structuredContent?: object; content: { text: string }[] };

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Record = any;

/** What a tool answers, which it says once. */
export async function call(client: Client, name: string, sent: object = {}): Promise<Record> {
  const { isError, structuredContent, content, text } = await answered(client, name, sent);
  assert.equal(isError, undefined, text);
  assert.deepEqual([structuredContent, content.length], [undefined, 1]);
  return JSON.parse(text);
}

/** The error with which a call is refused. */
export async function refused(client: Client, name: string, sent: object = {}): Promise<Record> {
  const { isError, text } = await answered(client, name, sent);
  assert.equal(isError, true, text);
  return JSON.parse(text).error;
}

async function answered(client: Client, name: string, sent: object) {
  const called = (await client.callTool({ name, arguments: { ...sent } })) as Called;
  return { ...called, text: called.content[0]?.text ?? '' };
}
