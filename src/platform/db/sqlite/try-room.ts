import { randomBytes } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';

const ROOM_BYTES = 1024 * 1024;

/** Takes a megabyte beside a database, and gives it back. Throws when there is no room for it. */
export async function tryRoom(path: string): Promise<void> {
  const beside = `${path}-room.tmp`;
  const file = await open(beside, 'w', 0o600);
  try {
    await unlink(beside); // Nothing of it stays, however this ends.
    await file.writeFile(randomBytes(ROOM_BYTES)); // Zeros may take no room.
    await file.sync();
  } finally {
    await file.close();
  }
}
