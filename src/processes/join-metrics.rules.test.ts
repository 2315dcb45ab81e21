import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinMetrics } from './join-metrics.rules.ts';

const textOf = (requests: number, memory: number, waiting: number) =>
  [
    '# HELP kassa_requests_total Requests',
    '# TYPE kassa_requests_total counter',
    `kassa_requests_total{operation="/get-product",status="200"} ${requests}`,
    '# HELP process_resident_memory_bytes Memory',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${memory}`,
    '# HELP kassa_waiting Waiting',
    '# TYPE kassa_waiting gauge',
    `kassa_waiting ${waiting}`,
    '',
  ].join('\n');

test('what a process counts and uses has its number; what describes the shop stands there once', () => {
  const all = [
    { number: 2, text: textOf(10, 500, 7) },
    { number: 1, text: textOf(5, 600, 9) },
  ];
  assert.equal(
    joinMetrics(all),
    [
      '# HELP kassa_requests_total Requests',
      '# TYPE kassa_requests_total counter',
      'kassa_requests_total{operation="/get-product",status="200",process="2"} 10',
      'kassa_requests_total{operation="/get-product",status="200",process="1"} 5',
      '# HELP process_resident_memory_bytes Memory',
      '# TYPE process_resident_memory_bytes gauge',
      'process_resident_memory_bytes{process="2"} 500',
      'process_resident_memory_bytes{process="1"} 600',
      '# HELP kassa_waiting Waiting',
      '# TYPE kassa_waiting gauge',
      'kassa_waiting 9',
      '',
    ].join('\n'),
  );
});
