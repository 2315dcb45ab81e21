import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinMetrics } from './join-metrics.rules.ts';

const gaugeOf = (name: string, value: number) =>
  [`# HELP ${name} Help`, `# TYPE ${name} gauge`, `${name} ${value}`, ''].join('\n');

test('where processes differ, the worst is told, whichever of them is asked', () => {
  const cases: [name: string, some: number, other: number, told: number][] = [
    ['kassa_storage_writable', 1, 0, 0],
    ['kassa_database_up', 1, 0, 0],
    ['kassa_clock_ahead_seconds', 1, -40, -40],
    ['kassa_clock_ahead_seconds', -1, 40, 40],
    ['kassa_mails_waiting', 7, 9, 9],
    ['kassa_certificate_ends_timestamp_seconds', 7, 9, 7],
  ];
  for (const [name, some, other, told] of cases) {
    const [one, two] = [gaugeOf(name, some), gaugeOf(name, other)];
    for (const [first, second] of [
      [one, two],
      [two, one],
    ]) {
      const all = [first, second].map((text = '', at) => ({ number: at + 1, text }));
      assert.equal(joinMetrics(all), gaugeOf(name, told));
    }
  }
});

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
