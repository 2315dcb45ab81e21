import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalized } from './password.rules.ts';

const argon2Async = promisify(argon2);

// The second of the settings that OWASP names for argon2id: 19 MiB, two passes. They are kept with
// each hash, so that later ones may be stronger.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Hashing takes a thread and 19 MiB: two at once, and a line of a bounded length before them. */
const AT_ONCE = 2;
const WAITING_MAX = 20;

/** Somebody whose browser has signed in before goes first, and is not refused for strangers. */
type Turn = 'known' | 'stranger';

export interface Hashing {
  /** Undefined when too many are waiting already. */
  hash(password: string): Promise<string | undefined>;
  /**
   * Whether it is the password of this hash; undefined when too many are waiting. Without a hash it
   * takes as long and is false, and so does a text that is too long for a password: nobody learns by
   * the time whether there is an account.
   */
  isPassword(password: string, kept: string | null, turn?: Turn): Promise<boolean | undefined>;
}

export function createHashing({ at_once = AT_ONCE, waiting_max = WAITING_MAX } = {}): Hashing {
  const lines: Record<Turn, (() => void)[]> = { known: [], stranger: [] };
  let running = 0;

  const inTurn = async <T>(turn: Turn, work: () => Promise<T>): Promise<T | undefined> => {
    if (running >= at_once) {
      if (lines[turn].length >= waiting_max) return undefined;
      await new Promise<void>((resolve) => lines[turn].push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The place is handed on, so nobody who comes just now takes it.
      const next = lines.known.shift() ?? lines.stranger.shift();
      if (next) next();
      else running--;
    }
  };

  return {
    hash: (password) => inTurn('known', () => newHash(password)),
    isPassword: (password, kept, turn = 'stranger') =>
      inTurn(turn, async () => {
        const text = normalized(password);
        if (text !== undefined && kept !== null) return isEqual(text, kept);
        await isEqual(text ?? '', NOBODYS);
        return false;
      }),
  };
}

interface Kept {
  memory: number;
  passes: number;
  lanes: number;
  salt: Buffer;
  tag: Buffer;
}

async function newHash(password: string): Promise<string> {
  const text = normalized(password);
  if (text === undefined) throw new Error('nobody checked how long the password is');
  const settings = { memory: MEMORY_KIB, passes: PASSES, lanes: LANES };
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(text, { ...settings, salt, length: TAG_BYTES });
  return written({ ...settings, salt, tag });
}

async function isEqual(text: string, kept: string): Promise<boolean> {
  const { tag, ...settings } = read(kept);
  const found = await derive(text, { ...settings, length: tag.length });
  return timingSafeEqual(found, tag);
}

const derive = (
  text: string,
  { memory, passes, lanes, salt, length }: Omit<Kept, 'tag'> & { length: number },
): Promise<Buffer> =>
  argon2Async('argon2id', {
    message: Buffer.from(text),
    nonce: salt,
    parallelism: lanes,
    tagLength: length,
    memory,
    passes,
  });

/** In the form that other programs write: $argon2id$v=19$m=19456,t=2,p=1$salt$tag */
const written = ({ memory, passes, lanes, salt, tag }: Kept): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(tag)}`;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function read(kept: string): Kept {
  const [, memory, passes, lanes, salt = '', tag = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(kept) ?? [];
  if (memory === undefined) throw new Error('a hash of a password is not readable');
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Of nobody: what is typed for unknown accounts is compared with this. */
const NOBODYS = written({
  memory: MEMORY_KIB,
  passes: PASSES,
  lanes: LANES,
  salt: randomBytes(SALT_BYTES),
  tag: randomBytes(TAG_BYTES),
});
