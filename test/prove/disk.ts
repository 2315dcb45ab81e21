// What a disk has after the power went off: everything that was synced, and of what was written
// since, whatever the disk and the file system please.

export type Operation =
  | { kind: 'write'; file: string; offset: number; data: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  /** The empty name is the folder: after that, names of new files and removals are durable. */
  | { kind: 'sync'; file: string }
  | { kind: 'create'; file: string }
  | { kind: 'remove'; file: string }
  | { kind: 'answer'; request_id: string };

type Change = Extract<Operation, { kind: 'write' | 'truncate' }>;
type Below = (below: number) => number;

interface File {
  durable: Buffer;
  /** In order. */
  unsynced: Change[];
  /** Whether its name would be there, and whether it should be. */
  name: { durable: boolean; now: boolean };
}

const SECTOR = 512;
/** What becomes of the unsynced writes of a file. */
const FATES = ['none', 'all', 'first ones', 'any', 'torn', 'torn, garbage behind'] as const;

export class Disk {
  readonly #files = new Map<string, File>();

  constructor(files: Map<string, Buffer>) {
    const name = { durable: true, now: true };
    for (const [path, durable] of files) {
      this.#files.set(path, { durable, unsynced: [], name: { ...name } });
    }
  }

  apply(operation: Operation): void {
    if (operation.kind === 'answer') return;
    if (operation.kind === 'sync' && operation.file === '') {
      this.#syncNames();
      return;
    }
    const file = this.#find(operation.file);
    if (operation.kind === 'create') file.name.now = true;
    else if (operation.kind === 'remove') file.name.now = false;
    else if (operation.kind === 'sync') {
      file.durable = changed(file.durable, file.unsynced);
      file.unsynced = [];
    } else file.unsynced.push(operation);
  }

  #find(path: string): File {
    const known = this.#files.get(path);
    if (known) return known;
    const file = { durable: Buffer.alloc(0), unsynced: [], name: { durable: false, now: false } };
    this.#files.set(path, file);
    return file;
  }

  #syncNames(): void {
    for (const [path, { name }] of this.#files) {
      name.durable = name.now;
      if (!name.now) this.#files.delete(path);
    }
  }

  /** One of the contents that may be found when the power is back. */
  image(below: Below): Map<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const [path, { durable, unsynced, name }] of this.#files) {
      if (below(2) === 0 ? !name.now : !name.durable) continue;
      found.set(path, survivors(durable, unsynced, below));
    }
    return found;
  }

  get has_unsynced(): boolean {
    return [...this.#files.values()].some(({ unsynced }) => unsynced.length > 0);
  }
}

function survivors(durable: Buffer, unsynced: Change[], below: Below): Buffer {
  const fate = FATES[below(FATES.length)] ?? 'none';
  if (fate === 'none' || unsynced.length === 0) return durable;
  if (fate === 'all') return changed(durable, unsynced);
  if (fate === 'first ones') {
    const kept = unsynced.slice(0, below(unsynced.length + 1));
    const [last] = kept.splice(-1);
    return changed(durable, last ? [...kept, ...sectors(last, () => below(2) === 0)] : kept);
  }
  if (fate === 'any')
    return changed(
      durable,
      unsynced.filter(() => below(2) === 0),
    );
  const torn = changed(
    durable,
    unsynced.flatMap((one) => sectors(one, () => below(3) > 0)),
  );
  return fate === 'torn' ? torn : withGarbage(torn, durable.length, below);
}

/** The parts of a write that end up in one sector each, those that are kept. */
function sectors(change: Change, isKept: () => boolean): Change[] {
  if (change.kind === 'truncate') return isKept() ? [change] : [];
  const parts: Change[] = [];
  for (let at = 0; at < change.data.length; ) {
    const offset = change.offset + at;
    const length = Math.min(SECTOR - (offset % SECTOR), change.data.length - at);
    const data = change.data.subarray(at, at + length);
    if (isKept()) parts.push({ ...change, offset, data });
    at += length;
  }
  return parts;
}

function changed(before: Buffer, changes: Change[]): Buffer {
  if (changes.length === 0) return before;
  const ends = changes.map((one) =>
    one.kind === 'write' ? one.offset + one.data.length : one.size,
  );
  const bytes = Buffer.alloc(Math.max(before.length, ...ends));
  before.copy(bytes);
  let size = before.length;
  for (const change of changes) {
    if (change.kind === 'write') {
      change.data.copy(bytes, change.offset);
      size = Math.max(size, change.offset + change.data.length);
    } else {
      if (change.size < size) bytes.fill(0, change.size, size);
      size = change.size;
    }
  }
  return bytes.subarray(0, size);
}

/** A file that has grown may have anything where nothing was written yet. */
function withGarbage(bytes: Buffer, from: number, below: Below): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = from; at + SECTOR <= copy.length; at += SECTOR) {
    if (copy.subarray(at, at + SECTOR).every((byte) => byte === 0)) {
      for (let byte = 0; byte < SECTOR; byte++) copy[at + byte] = below(256);
    }
  }
  return copy;
}
