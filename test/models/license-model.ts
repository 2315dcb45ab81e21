// A model of a license, written from the API description without any code of the service.

export interface ModelInstance {
  instance_id: string;
  instance_name: string;
  fingerprint: string | null;
  activated_at: string;
  last_validated_at: string;
}

/** The fields of get-subscription that matter for a license. */
export interface SubscriptionFacts {
  status: string;
  quantity: number;
  current_period_end: string;
  cancel_at_period_end: boolean;
  ended_at: string | null;
}

interface Bought {
  license_id: string;
  license_key: string;
  product_id: string;
  customer_id: string;
  transaction_id: string;
  subscription_id: string | null;
}

interface Terms {
  unit_limit: number | null;
  quantity: number;
  valid_days: number | null;
}

const DAY_MS = 86_400_000;
const iso = (instant: number): string => new Date(instant).toISOString();

export class LicenseModel {
  readonly bought: Bought;
  readonly terms: Terms;
  readonly created_at: number;
  key: string;
  old_keys: string[] = [];
  is_disabled = false;
  was_activated = false;
  /** Newest first. */
  live: ModelInstance[] = [];
  ended: string[] = [];
  subscription: SubscriptionFacts | undefined;

  constructor(bought: Bought, terms: Terms, now: number) {
    this.bought = bought;
    this.terms = terms;
    this.created_at = now;
    this.key = bought.license_key;
  }

  get limit(): number | null {
    const { unit_limit, quantity } = this.terms;
    return unit_limit === null ? null : unit_limit * (this.subscription?.quantity ?? quantity);
  }

  get expires_at(): number | null {
    const ends: number[] = [];
    // The license of a subscription is valid as long as the subscription.
    if (this.terms.valid_days !== null && this.bought.subscription_id === null) {
      ends.push(this.created_at + this.terms.valid_days * DAY_MS);
    }
    const { ended_at, cancel_at_period_end, current_period_end } = this.subscription ?? {};
    if (ended_at) ends.push(Date.parse(ended_at));
    else if (cancel_at_period_end) ends.push(Date.parse(current_period_end ?? ''));
    return ends.length === 0 ? null : Math.min(...ends);
  }

  status(now: number): string {
    if (this.is_disabled || this.subscription?.status === 'paused') return 'disabled';
    if (this.expires_at !== null && this.expires_at <= now) return 'expired';
    return this.was_activated ? 'active' : 'inactive';
  }

  /** The record, without the fields that only the service knows. */
  record(now: number): object {
    return {
      ...this.bought,
      object: 'license',
      license_key: this.key,
      status: this.status(now),
      activation_limit: this.limit,
      activation_usage: this.live.length,
      instances: this.live,
      expires_at: this.expires_at === null ? null : iso(this.expires_at),
      created_at: iso(this.created_at),
    };
  }

  /** `200`, or the code of the refusal. */
  mayActivate(fingerprint: string | null, now: number): string {
    const status = this.status(now);
    if (status === 'disabled' || status === 'expired') return `license_${status}`;
    const known =
      fingerprint === null ? undefined : this.live.find((one) => one.fingerprint === fingerprint);
    const is_full = this.limit !== null && this.live.length >= this.limit;
    const fits = known ? this.hasSeat(known) : !is_full;
    return fits ? '200' : 'activation_limit_reached';
  }

  /** Whether an instance is among the oldest ones, up to the activation limit. */
  hasSeat(instance: ModelInstance): boolean {
    const oldest_first = this.live.toReversed();
    return oldest_first.slice(0, this.limit ?? oldest_first.length).includes(instance);
  }

  activated(
    instance: Pick<ModelInstance, 'instance_id' | 'instance_name' | 'fingerprint'>,
    now: number,
  ): ModelInstance {
    this.was_activated = true;
    const known = this.live.find(
      ({ fingerprint }) => fingerprint !== null && fingerprint === instance.fingerprint,
    );
    const at = iso(now);
    if (known) {
      return Object.assign(known, { instance_name: instance.instance_name, last_validated_at: at });
    }
    const made = { ...instance, activated_at: at, last_validated_at: at };
    this.live.unshift(made);
    return made;
  }

  /** `200` or the code of the refusal; frees the place. */
  deactivate(instance_id: string): string {
    const at = this.live.findIndex((one) => one.instance_id === instance_id);
    if (at === -1) return this.ended.includes(instance_id) ? '200' : 'instance_not_found';
    this.live.splice(at, 1);
    this.ended.push(instance_id);
    return '200';
  }

  validate(named: { instance_id?: string; fingerprint?: string }, now: number) {
    const { instance_id, fingerprint } = named;
    const is_named = instance_id !== undefined || fingerprint !== undefined;
    const instance = is_named
      ? this.live.find(
          (one) =>
            (instance_id === undefined || one.instance_id === instance_id) &&
            (fingerprint === undefined ||
              one.fingerprint === fingerprint ||
              // The instance was activated without a fingerprint: nothing to compare.
              (instance_id !== undefined && one.fingerprint === null)),
        )
      : undefined;
    const code = this.#validationCode(is_named, instance, now);
    if (instance && code === 'valid') instance.last_validated_at = iso(now);
    return { valid: code === 'valid', code, instance: instance ?? null };
  }

  #validationCode(is_named: boolean, instance: ModelInstance | undefined, now: number): string {
    const status = this.status(now);
    if (status === 'disabled' || status === 'expired') return status;
    if (instance && !this.hasSeat(instance)) return 'over_limit';
    if (instance || !is_named) return 'valid';
    return status === 'inactive' ? 'not_activated' : 'instance_unknown';
  }

  reissued(license_key: string): void {
    this.old_keys.push(this.key);
    this.key = license_key;
    this.ended.push(...this.live.map(({ instance_id }) => instance_id));
    this.live = [];
  }

  /** The instances that were validated longest ago; several if at the same time. */
  longestUnseen(): string[] {
    const [first] = this.live.map((one) => one.last_validated_at).sort();
    return this.live
      .filter((one) => one.last_validated_at === first)
      .map(({ instance_id }) => instance_id);
  }
}
