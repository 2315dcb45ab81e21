import type { StorageProblem } from '../db/storage-problem.ts';
import type { DeviceSeen } from '../licenses/last-seen.ts';
import type { KeyUsed } from '../stores/key-use.ts';

/** What the first process tells a serving process about its place among the others. */
export interface Place {
  /** From 1. On SQLite the first one writes, and the others hand it what is to be written. */
  number: number;
  of: number;
  /** Where the one that writes listens; undefined when each writes for itself, in PostgreSQL. */
  writer_address: string | undefined;
}

/** What the processes of a server tell each other. Each topic has one kind of data. */
export interface Topics {
  /** The clock, the provider or the settings of a store have changed. */
  store_changed: null;
  /** Requests that were counted since the last message, by limiter and by whom they are counted. */
  counted: Record<string, [name: string, count: number][]>;
  /** Devices that were seen. */
  devices_seen: DeviceSeen[];
  keys_used: KeyUsed[];
  /** Why the process that writes can store nothing; null: all is well. */
  storage_problem: StorageProblem | null;
  metrics_wanted: { question: number };
  metrics: { question: number; text: string };
}

/** Between the first process and a serving one. */
export type Message =
  | { kind: 'hello' | 'stop' }
  /** It serves, at this address. */
  | { kind: 'ready'; base_url: string }
  | { kind: 'place'; place: Place }
  /** To all others, or to one of them. */
  | { kind: 'tell'; topic: keyof Topics; data: Topics[keyof Topics]; from: number; to?: number };

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'kind' in value;
