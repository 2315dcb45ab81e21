import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { makePrivate } from '../private-file.ts';
import { connect } from './connect.ts';

/**
 * Copies a database as it is at one moment, while it is used, to a file that does not exist yet.
 * What is in its log is in the copy. The copy is on disk, and was checked, when this returns.
 */
export function copyDatabase(path: string, to: string): void {
  makePrivate(to); // An empty file is written to, and keeps its mode.
  const db = connect(path);
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
  const file = openSync(to, 'r+');
  fsyncSync(file);
  closeSync(file);
  const copy = new DatabaseSync(to, { readOnly: true });
  try {
    const [found] = copy.prepare('PRAGMA quick_check').all();
    if (found?.quick_check !== 'ok') throw new Error(`the copy is damaged: ${found?.quick_check}`);
  } finally {
    copy.close();
  }
}
