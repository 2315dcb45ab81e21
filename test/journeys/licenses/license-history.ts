// What was asked about one license at about the same time, and whether the answers are those of some
// order: each request happens at one instant between its beginning and its end.

export interface LicenseState {
  limit: number;
  is_disabled: boolean;
  /** Live machines by their identifier, which begins with the time of activation. */
  machines: Map<string, { fingerprint: string | null }>;
  ended: Set<string>;
}

export interface Asked {
  what: 'activate' | 'deactivate' | 'disable' | 'enable' | 'refund' | 'resize' | 'validate';
  /** The fingerprint, the machine or the new limit that it is about. */
  about: string | number | null;
  from: number;
  until: number;
  /** `200`, or the code of a refusal. */
  answer: string;
  /** The machine that was answered. */
  instance_id: string | null;
  /** `code` of a validation. */
  code: string | null;
  /** The record that was answered, if any. */
  license: { limit: number; usage: number; newest: string[] } | null;
}

const INSTANCES_ANSWERED = 10;

const byAge = ({ machines }: LicenseState): string[] => [...machines.keys()].sort();

/** The oldest keep their seats when the limit becomes smaller. */
const hasSeat = (state: LicenseState, machine: string): boolean =>
  byAge(state).slice(0, state.limit).includes(machine);

function isShown(state: LicenseState, { license }: Asked): boolean {
  if (license === null) return true;
  const newest = byAge(state).reverse().slice(0, INSTANCES_ANSWERED);
  return (
    license.limit === state.limit &&
    license.usage === state.machines.size &&
    license.newest.join() === newest.join()
  );
}

/** What the license is afterwards; undefined: nobody could have been answered this. */
function after(state: LicenseState, asked: Asked): LicenseState | undefined {
  const next = changed(state, asked);
  return next && isShown(next, asked) ? next : undefined;
}

function changed(state: LicenseState, asked: Asked): LicenseState | undefined {
  const { what, about, answer } = asked;
  const if200 = (next: LicenseState) => (answer === '200' ? next : undefined);
  if (what === 'activate') return activated(state, asked);
  if (what === 'deactivate') return deactivated(state, asked);
  if (what === 'validate') return if200(state) && isRightCode(state, asked) ? state : undefined;
  if (what === 'disable') return if200({ ...state, is_disabled: true });
  if (what === 'enable') return if200({ ...state, is_disabled: false });
  // These may be refused for reasons that have nothing to do with the license.
  if (what === 'refund') return if200({ ...state, is_disabled: true }) ?? state;
  return if200({ ...state, limit: Number(about) }) ?? state;
}

function activated(state: LicenseState, asked: Asked): LicenseState | undefined {
  const { about: fingerprint, answer, instance_id } = asked;
  if (state.is_disabled) return answer === 'license_disabled' ? state : undefined;
  const [known] =
    [...state.machines].find(([, one]) => one.fingerprint === fingerprint && fingerprint) ?? [];
  const fits = known ? hasSeat(state, known) : state.machines.size < state.limit;
  if (!fits) return answer === 'activation_limit_reached' ? state : undefined;
  if (answer !== '200' || instance_id === null) return undefined;
  if (known) return known === instance_id ? state : undefined;
  if (state.machines.has(instance_id) || state.ended.has(instance_id)) return undefined;
  const machine = { fingerprint: fingerprint === null ? null : String(fingerprint) };
  return { ...state, machines: new Map([...state.machines, [instance_id, machine]]) };
}

function deactivated(state: LicenseState, { about, answer }: Asked): LicenseState | undefined {
  const machine = String(about);
  if (state.ended.has(machine)) return answer === '200' ? state : undefined;
  if (!state.machines.has(machine)) return answer === 'instance_not_found' ? state : undefined;
  const machines = new Map(state.machines);
  machines.delete(machine);
  const ended = new Set([...state.ended, machine]);
  return answer === '200' ? { ...state, machines, ended } : undefined;
}

function isRightCode(state: LicenseState, { about: machine, code }: Asked): boolean {
  if (state.is_disabled) return code === 'disabled';
  if (machine === null) return code === 'valid';
  if (!state.machines.has(String(machine))) {
    return code === (state.machines.size + state.ended.size === 0 ? 'not_activated' : UNKNOWN);
  }
  return code === (hasSeat(state, String(machine)) ? 'valid' : 'over_limit');
}

const UNKNOWN = 'instance_unknown';

/** Whether there is an order in which all of it can have happened. */
export function hasOrder(before: LicenseState, history: Asked[]): boolean {
  const tried = new Set<string>();
  const isPossible = (state: LicenseState, left: Asked[]): boolean => {
    if (left.length === 0) return true;
    const { limit, is_disabled, machines } = state;
    const place = left.map((one) => history.indexOf(one)).join();
    const name = [place, limit, is_disabled, ...machines.keys()].join(' ');
    if (tried.has(name)) return false;
    tried.add(name);
    const first_end = Math.min(...left.map(({ until }) => until));
    return left
      .filter(({ from }) => from <= first_end)
      .some((one) => {
        const next = after(state, one);
        const rest = left.filter((other) => other !== one);
        return next !== undefined && isPossible(next, rest);
      });
  };
  return isPossible(before, history);
}
