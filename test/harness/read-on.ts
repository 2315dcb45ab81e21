import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Reads events page by page until `isOver`, and then to the end. */
export async function readOn<T extends { sequence: number }>(
  listAfter: (after: number) => Promise<T[]>,
  isOver: () => boolean,
  seen: T[] = [],
): Promise<T[]> {
  for (;;) {
    const was_over = isOver(); // Before reading: then the page contains everything.
    const page = await listAfter(seen.at(-1)?.sequence ?? 0);
    for (const event of page) {
      assert.equal(event.sequence, seen.length + 1, 'the next one and no other');
      seen.push(event);
    }
    if (page.length === 0 && was_over) return seen;
    if (page.length === 0) await setTimeout(2);
  }
}
