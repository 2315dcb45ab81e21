import type { Operations } from './generated/operations.ts';
import { PATHS } from './generated/paths.ts';
import { type CallOptions, type ClientOptions, createSend, type Send } from './send.ts';

interface Page {
  data: unknown[];
  has_more: boolean;
  next_cursor: string | null;
}

class Sender {
  readonly send: Send;
  constructor(send: Send) {
    this.send = send;
  }
}

for (const [method, paths] of Object.entries(PATHS)) {
  for (const path of paths.split(' ')) {
    const name = path.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    Object.assign(Sender.prototype, {
      [name](this: { send: Send }, input?: object, options?: CallOptions) {
        const ask = (page?: object) => this.send(method, path, { ...input, ...page }, options);
        return method === 'GET' ? withPages(ask) : ask();
      },
    });
  }
}

/** With a method for every operation, by the loop above. */
const AllOperations = Sender as unknown as new (send: Send) => Operations;

/** A promise of the first page that can also be walked through to the last one. */
function withPages(ask: (page?: object) => Promise<unknown>) {
  const first = ask();
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = (await first) as Page;
      for (;;) {
        yield* page.data;
        if (!page.has_more) return;
        // A cursor says itself from where on events are listed.
        page = (await ask({ cursor: page.next_cursor, after_sequence: null })) as Page;
      }
    },
  });
}

/**
 * A shop. Every operation is a method: `await kassa.createProduct({ … })`. Lists can be walked
 * through to their end: `for await (const product of kassa.searchProducts()) …`
 */
export class Kassa extends AllOperations {
  constructor(options: ClientOptions) {
    super(createSend(options));
  }
}
