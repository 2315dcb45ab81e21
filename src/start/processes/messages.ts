import type { DeviceSeen } from '../../shop/licenses/last-seen.ts';

/** What the first process sends a serving process about its place among the others. */
export interface Place {
  /** From 1. */
  number: number;
  of: number;
}

/** What the processes of a server send each other. Each topic has one kind of data. */
export interface Topics {
  /** The clock, the provider or the settings of a store have changed. */
  store_changed: null;
  /** The mail server or the backups were set in the dashboard. */
  settings_changed: null;
  /** Requests that were counted since the last message, by limiter and by whom they are counted. */
  counted: Record<string, [name: string, count: number][]>;
  devices_seen: DeviceSeen[];
  metrics_requested: { request: number };
  metrics: { request: number; text: string };
}

/** Between the first process and a serving one. */
export type Message =
  | { kind: 'hello' | 'stop' }
  /** It serves, at this address. */
  | { kind: 'ready'; base_url: string }
  | { kind: 'place'; place: Place }
  /** To all others, or to one of them. */
  | { kind: 'share'; topic: keyof Topics; data: Topics[keyof Topics]; from: number; to?: number };

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'kind' in value;
