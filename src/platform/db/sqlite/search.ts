import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery, SearchText } from '../database.ts';
import { prepare } from './connect.ts';

export interface SearchIndex {
  /** Adds a text to the list of this batch. Returns the number of its entry. */
  add(text: SearchText, entry: number | undefined): number;
  /** Returns a function that removes all texts added after this call. */
  mark(): () => void;
  clear(): void;
  /** Writes the list to the index, as the last step of a batch. */
  flush(): void;
  /** Merges some segments of the index, if nothing was written for a while. */
  join(): boolean;
}

const JOINED_AT_ONCE = 128; // pages of 512 bytes: 2 to 6 ms
const QUIET_MS = 1_000;

/**
 * Texts are collected until the end of the batch, because FTS5 writes its index at every savepoint
 * and before every read from it. A product costs 92 µs this way, and 309 if written immediately.
 */
export function createSearchIndex(writer: DatabaseSync): SearchIndex {
  const remove = prepare(writer, 'DELETE FROM search_texts WHERE rowid = ?');
  const insert = prepare(
    writer,
    'INSERT INTO search_texts (rowid, record_id, title, body) VALUES (?, ?, ?, ?)',
  );
  const last = writer.prepare('SELECT COALESCE(MAX(id), 0) AS entry FROM search_texts_docsize');
  const merge = prepare(
    writer,
    `INSERT INTO search_texts (search_texts, rank) VALUES ('merge', ${JOINED_AT_ONCE})`,
  );
  const changes = writer.prepare('SELECT total_changes() AS count');
  const countChanges = () => Number(changes.get()?.count);

  let waiting: { text: SearchText; entry: number; is_new: boolean }[] = [];
  let next = 0;
  let is_joined = false;
  let written_at = Number.NEGATIVE_INFINITY;

  return {
    add(text, entry) {
      if (waiting.length === 0) next = Number(last.get()?.entry) + 1;
      waiting.push({ text, entry: entry ?? next, is_new: entry === undefined });
      return entry ?? next++;
    },
    mark() {
      const { length } = waiting;
      return () => {
        waiting.length = length;
      };
    },
    clear() {
      waiting = [];
    },
    flush() {
      if (waiting.length === 0) return;
      is_joined = false;
      written_at = performance.now();
      for (const { text, entry, is_new } of waiting) {
        if (!is_new) remove.run(entry);
        const scoped = (words: string[]) => words.map((word) => text.scope + word).join(' ');
        insert.run(entry, text.record_id, scoped(text.title), scoped(text.body));
      }
      waiting = [];
    },
    join() {
      if (is_joined || performance.now() - written_at < QUIET_MS) return false;
      const before = countChanges();
      merge.run();
      is_joined = countChanges() - before < 2; // How FTS5 says that it found nothing to do.
      return !is_joined;
    },
  };
}

/** What MATCH understands. Words are letters and digits only, so quoting them is enough. */
export const ftsQuery = (query: SearchQuery, without: SearchQuery[]): string =>
  `(${allOf(query)})${without.map((one) => ` NOT (${allOf(one)})`).join('')}`;

function allOf({ scopes, words, last_is_prefix, title_only }: SearchQuery): string {
  const one = (word: string, at: number) => {
    const star = last_is_prefix && at === words.length - 1 ? '*' : '';
    return `(${scopes.map((scope) => `"${scope}${word}"${star}`).join(' OR ')})`;
  };
  const all = words.map(one).join(' AND ');
  return title_only ? `title : (${all})` : `{title body} : (${all})`;
}
