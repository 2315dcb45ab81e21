import assert from 'node:assert/strict';
import type { DeliveryRow } from '../../src/shop/events/webhooks/webhook.rules.ts';

// A simple model of when a delivery may be sent: it looks at all deliveries each time.

export interface Waiting {
  delivery_id: string;
  sequence: number;
  subject: string;
  is_replay: boolean;
  attempts: number;
  due_at: number;
  created_at: number;
  claimed_by: string | null;
  claimed_until: number;
}

export class ClaimingModel {
  /** Deliveries that are not done, in no order. */
  waiting: Waiting[] = [];
  /** Sequences that were delivered at least once, by their own delivery or as a replay. */
  delivered = new Set<number>();

  /** Whether an earlier event of the same record has not been tried yet. */
  isHeldUp(one: Waiting): boolean {
    if (one.is_replay || one.attempts > 0) return false;
    return this.waiting.some(
      (other) =>
        !other.is_replay &&
        other.attempts === 0 &&
        other.subject === one.subject &&
        other.sequence < one.sequence,
    );
  }

  mayBeClaimed(one: Waiting, now: number): boolean {
    return one.due_at <= now && one.claimed_until <= now && !this.isHeldUp(one);
  }

  /** What a claim takes when nobody else claims at the same time: the longest due first. */
  firstDue(now: number, limit: number): Waiting[] {
    return this.waiting
      .filter((one) => this.mayBeClaimed(one, now))
      .sort((a, b) => a.due_at - b.due_at || a.sequence - b.sequence)
      .slice(0, limit);
  }

  find(delivery_id: string): Waiting {
    const found = this.waiting.find((one) => one.delivery_id === delivery_id);
    assert.ok(found, `${delivery_id} waits`);
    return found;
  }

  /** Whether nobody else has taken it over, or can do so before `until`. */
  isHeld({ row, owner }: Sending, until: number): boolean {
    const one = this.waiting.find((other) => other.delivery_id === row.delivery_id);
    return one?.claimed_by === owner && one.claimed_until > until;
  }

  claim(delivery_id: string, claim: { owner: string; until: number }): void {
    const one = this.find(delivery_id);
    one.claimed_by = claim.owner;
    one.claimed_until = claim.until;
  }

  /** Records a result. Returns false, and changes nothing, if the claim was lost to another. */
  settle(
    delivery_id: string,
    { owner, again_at }: { owner: string; again_at: number | null },
  ): boolean {
    const one = this.waiting.find((other) => other.delivery_id === delivery_id);
    if (one?.claimed_by !== owner) return false;
    one.claimed_by = null;
    one.claimed_until = 0;
    one.attempts += 1;
    if (again_at !== null) one.due_at = again_at;
    else {
      this.waiting = this.waiting.filter((other) => other !== one);
      this.delivered.add(one.sequence);
    }
    return true;
  }

  /** The endpoint was enabled again: everything that waits is due and not claimed. */
  restart(now: number): void {
    for (const one of this.waiting) {
      one.due_at = now;
      one.created_at = now;
      one.claimed_until = 0;
    }
  }
}

/** A delivery that is being sent, with the name of its claim. */
export interface Sending {
  row: DeliveryRow;
  owner: string;
}

/** A process that sends deliveries and has its own clock. */
export class SendingProcess {
  readonly skew_ms: number;
  sending: Sending[] = [];
  constructor(skew_ms: number) {
    this.skew_ms = skew_ms;
  }
}
