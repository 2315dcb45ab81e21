import assert from 'node:assert/strict';

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { conclusionOf, type Done, isEvidence, writeReport } from './report.ts';

const done = (more: Partial<Done> = {}): Done => ({
  ...{ step: 'power-loss', shows: 'nothing is lost', engine: 'sqlite', seconds: 1 },
  ...{ figures: {}, findings: [], ...more },
});
const left_out = 'strace is not installed';

test('a step that was left out is no evidence, and the conclusion says which and why', () => {
  assert.equal(isEvidence([done()]), true);
  assert.equal(conclusionOf([done()]), 'Nothing was found.');
  assert.equal(isEvidence([done(), done({ left_out })]), false);
  assert.equal(
    conclusionOf([done(), done({ left_out })]),
    'power-loss DID NOT RUN: strace is not installed. ' +
      'This is no evidence for what is missing. Nothing was found otherwise.',
  );
  assert.equal(isEvidence([done({ findings: ['lost'] })]), false);
  assert.equal(conclusionOf([done({ findings: ['lost'] })]), '1 findings.');
});

test('no step at all is no evidence', () => {
  assert.equal(isEvidence([]), false);
  assert.match(conclusionOf([]), /^No step runs on this database\./);
});

test('the report begins with what was left out, and its step is not called good', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-report-'));
  const run = { commit: 'abc', is_changed: false, size: 'usual', seed: 1 } as const;
  const report = { ...run, started_at: new Date(0), done: [done({ left_out })] };
  const text = readFileSync(writeReport(report, folder), 'utf8');
  assert.match(text, /^\*\*power-loss DID NOT RUN: strace is not installed\./m);
  assert.match(text, /^## power-loss on sqlite: NOT RUN/m);
});
