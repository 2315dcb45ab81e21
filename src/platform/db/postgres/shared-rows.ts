import type { Value } from '../database.ts';
import type { Footprint, Touch } from './footprint.ts';
import { createTouched } from './row-locks.ts';

/**
 * Rows that a batch has locked or changed: until it has ended, no other batch of this process asks
 * PostgreSQL for them. There, one write that waits for a row would hold up all others of its batch,
 * and that two batches wait for each other would be found out late.
 */
export class BatchRows {
  #running: Set<BatchRows>;
  #touched = createTouched();
  #ended = Promise.withResolvers<void>();
  #waits_for: BatchRows | undefined;

  /** Enters it into the batches that run. */
  constructor(running: Set<BatchRows>) {
    this.#running = running;
    running.add(this);
  }

  take({ touches }: Footprint, values: Value[]): void {
    for (const touch of touches) {
      if (touch.kind !== 'read') this.#touched.add(this, touch, values);
    }
  }

  /** Another batch that has one of these rows. */
  holderOf({ touches }: Footprint, values: Value[]): BatchRows | undefined {
    for (const other of this.#running) {
      if (other === this) continue;
      const isHeld = (touch: Touch): boolean =>
        touch.kind !== 'read' && other.#touched.some(touch, values);
      if (touches.some(isHeld)) return other;
    }
    return undefined;
  }

  /** Waits until the other one has ended. Undefined if that one waits for this one. */
  waitFor(other: BatchRows): Promise<void> | undefined {
    for (let next: BatchRows | undefined = other; next; next = next.#waits_for) {
      if (next === this) return undefined;
    }
    this.#waits_for = other;
    return other.#ended.promise.then(() => {
      this.#waits_for = undefined;
    });
  }

  end(): void {
    this.#running.delete(this);
    this.#ended.resolve();
  }
}
