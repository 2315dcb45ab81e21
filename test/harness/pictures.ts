import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import type { Database } from '../../src/platform/db/database.ts';
import { lockStore, saveStore } from '../../src/shop/store/store.sql.ts';
import { keepFile } from '../../src/shop/store/store-file.sql.ts';

/** Pictures of six by three pixels, as a browser writes them, in base64. */
export const PICTURES = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAYAAAADCAYAAACwAX77AAAAIUlEQVR4AXTJQQ0AAAzCwAV7k4B0xIABaNLXgS+3caMJAQAA//+rE0pNAAAABklEQVQDAKOwDwc1Hqr5AAAAAElFTkSuQmCC',
  jpg: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAADAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCYBUD/2Q==',
  webp: 'UklGRjAAAABXRUJQVlA4ICQAAABQAQCdASoGAAMABABoJaAABAAAAP7kAX//4IL+IL+IKMGEAAA=',
  webp_lossless: 'UklGRh4AAABXRUJQVlA4TBEAAAAvBYAAAAfQpW51u/+BiOh/AAA=',
  webp_alpha:
    'UklGRloAAABXRUJQVlA4WAoAAAAwAAAABQAAAgAAQUxQSAsAAAABDzD/ERGiOBH9DwBWUDggKAAAAFABAJ0BKgYAAwAEAGglqAAEAAAA/uQBf/zgaXlD8uXt67fcVo8CAAA=',
};

export const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');

/** Gives a store an SVG as its logo, as an earlier version stored those that were uploaded. */
export async function storeSvgLogo(db: Database, store_id: string) {
  const svg = '<svg viewBox="0 0 8 2" xmlns="http://www.w3.org/2000/svg"></svg>';
  const file_name = `${'ab'.repeat(16)}.svg`;
  await db.write({ store_id }, async (tx) => {
    await keepFile(tx, { file_name, bytes: base64(svg), created_at: 0 });
    const store = await lockStore(tx);
    assert(store);
    const brand = JSON.stringify({ logo: { file_name, width: 8, height: 2 } });
    await saveStore(tx, { ...store, brand });
  });
  return { file_name, svg };
}

/**
 * A PNG of any size, in one colour. `rest` is added as text that nobody sees; `kind` is bits and
 * kind of colours, and `filter` says how its rows are written.
 */
export function pngOf(
  { width, height }: { width: number; height: number },
  { color = [0x5b, 0x4b, 0xdb], rest = 0, kind = [8, 2], filter = 0 } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  const row = Buffer.from([filter, ...Array.from({ length: width }, () => color).flat()]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(rest > 0 ? [chunk('teXt', Buffer.alloc(rest, 'x'))] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
