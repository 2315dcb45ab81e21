import { setImmediate } from 'node:timers/promises';
import {
  type Committed,
  committedOf,
  deliver,
  failIfUnclean,
  followsOwnChange,
  type Member,
  memberOf,
  putOffBy,
  Undone,
  type Waiting,
  type Write,
} from './batch-members.ts';
import { BEGIN, type Connection } from './connection.ts';
import { type Commit, finish } from './finish.ts';
import { BatchRows, type Together } from './held-rows.ts';
import { mergeableOf } from './merge.ts';
import type { Answer, Outcome, Query } from './query.ts';
import { rowsOf } from './statement-rows.ts';
import { sharedTransaction } from './transaction.ts';
import { sendTogether } from './wave.ts';

/** A lock that another program holds is not waited for longer: all others in the batch would too. */
const LOCK_TIMEOUT_MS = 100;
/**
 * Merged statements go from their values to rows by an index, however small a table is: the plan is
 * kept while the table grows, and is not made anew for a few rows.
 */
const PLANS = ['enable_seqscan = off', 'enable_hashjoin = off', 'enable_mergejoin = off']
  .concat('plan_cache_mode = force_generic_plan')
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');
const BEGIN_BATCH = `${BEGIN}; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; ${PLANS}`;
const BEGIN_UNSYNCED = `${BEGIN_BATCH}; SET LOCAL synchronous_commit = off`;

/** Thrown inside a write that needs what a batch does not offer: it is run alone instead. */
class NotInBatch extends Error {}

/**
 * Runs writes together in one transaction, and commits it. Statements of all of them go out in one
 * packet, then all answers come, and so on, wave after wave; a wave whose answers are known is not
 * waited for. They are kept apart as PostgreSQL would keep transactions apart (see held-rows.ts);
 * batches that run at the same time are kept apart too, and do their last steps one after the other.
 * Nobody gets an answer before the commit. Throws Undone if all of it has to be done again; after
 * another error nobody knows what became of it.
 */
export const runBatch = (
  connection: Connection,
  writes: readonly Write[],
  { together, commit }: { together: Together; commit: Commit },
): Promise<Committed> => new Batch(connection, writes, together).run(commit);

class Batch {
  readonly #connection: Connection;
  readonly #together: Together;
  readonly #members: Member[];
  readonly #rows: BatchRows;
  /** What is sent next. */
  #wave: Waiting[] = [];
  #blocked: Waiting[] = [];
  /** When all that was sent has been answered. */
  #arrived = Promise.resolve();
  #at_last: (() => void)[] = [];
  /** In the order in which they have ended: whoever waited for another one comes after it. */
  readonly #ended: Member[] = [];
  #is_over = false;
  #is_patient = false;
  /** Once PostgreSQL has been asked to begin. */
  #begun: Promise<unknown> | undefined;
  /** Once it is this batch's turn for its last steps. */
  #endTurn: (() => void) | undefined;

  constructor(connection: Connection, writes: readonly Write[], together: Together) {
    this.#connection = connection;
    this.#together = together;
    this.#members = writes.map(memberOf);
    this.#rows = new BatchRows(together.running);
  }

  async run(commit: Commit): Promise<Committed> {
    try {
      for (const member of this.#members) this.#start(member);
      do {
        await membersHaveRun();
        failIfUnclean(this.#members);
        this.#begin();
      } while (await this.#step());
      await this.#begun;
      this.#is_over = true;
      this.#bePatient();
      await finish(this.#connection, putOffBy(this.#ended), commit, this.#arrived);
      return committedOf(this.#ended);
    } finally {
      this.#is_over = true;
      this.#rows.end();
      this.#endTurn?.();
    }
  }

  #start(member: Member): void {
    const { write } = member;
    const tx = sharedTransaction(member, write.scope, {
      send: (query) => this.#ask(member, query),
      leave: () => leave(member),
      isWaiting: () => this.#blocked.at(-1)?.member === member || member.leaves,
      lastSteps: () => new Promise<void>((resolve) => this.#at_last.push(resolve)),
    });
    write.work(tx).then(
      (value) => this.#end(member, { value }),
      (error: unknown) => this.#end(member, { error }),
    );
  }

  #end(member: Member, result: Member['result'] & {}): void {
    member.result = result;
    this.#ended.push(member);
    if (member.unsent.length > 0) return; // Until then nobody may read what it changes.
    this.#release(member);
    if (!this.#is_over) this.#tryBlocked();
  }

  #release(member: Member): void {
    member.is_half_done = false;
    member.is_released = true;
  }

  /** So late that it leaves together with the first statements. */
  #begin(): void {
    if (this.#begun) return;
    const is_synced = this.#members.some(({ write }) => write.is_synced);
    this.#begun = this.#connection.query(is_synced ? BEGIN_BATCH : BEGIN_UNSYNCED);
    this.#begun.catch(() => {}); // Awaited before anything is changed.
  }

  /** Does what can be done next. False when all members have ended. */
  async #step(): Promise<boolean> {
    const open = this.#members.filter(({ result }) => !result);
    const holder = this.#blocked.find((one) => one.holder)?.holder;
    if (this.#wave.length > 0) await this.#sendWave();
    else if (open.length === 0) return false;
    else if (holder) await this.#waitFor(holder);
    else if (this.#at_last.length > 0) await this.#takeLastSteps(open.length);
    else await this.#giveUpIfStuck(open);
    return true;
  }

  #ask(member: Member, query: Query): Promise<Answer> {
    if (this.#is_over || member.result) {
      return Promise.reject(new Error('this transaction is over'));
    }
    const rows = rowsOf(query.statement);
    if (!rows) return leave(member);
    // An INSERT that may find its row there is a lock too: what follows must come after it.
    const is_new_row = !rows.takes_rows && mergeableOf(query)?.kind === 'insert';
    return new Promise((resolve, reject) => {
      this.#enter({
        ...query,
        owner: member,
        is_apart: member.write.is_suspect === true,
        is_sure: query.is_sure ?? is_new_row,
        member,
        rows,
        resolve,
        reject,
      });
    });
  }

  /** Puts a statement into the next wave, unless it has to wait for somebody. */
  #enter(one: Waiting): void {
    const { member, rows, values } = one;
    one.holder = this.#rows.holderOf(rows, values);
    if (one.holder && this.#endTurn) {
      expel(one); // Whoever waits for the last steps of this batch is not waited for.
    } else if (one.holder || this.#hasToWait(one)) {
      this.#blocked.push(one);
    } else {
      this.#rows.take(member, rows, values);
      this.#wave.push(one);
      if (rows.writes) member.unsent.push(one);
      if (!one.is_sure) return;
      member.changes += 1;
      one.resolve(ONE_ROW);
    }
  }

  #hasToWait(one: Waiting): boolean {
    const { member, rows, values } = one;
    if (followsOwnChange(one)) return true;
    if (!rows.is_any) return !this.#rows.isFree(member, rows, values);
    return this.#members.some((other) => other.is_half_done && other !== member);
  }

  async #sendWave(): Promise<void> {
    // Reads may be sent before it is certain that the transaction has begun; changes may not.
    if (this.#wave.some(({ rows }) => rows.writes || rows.locks)) await this.#begun;
    const sent = this.#wave;
    this.#wave = [];
    this.#arrived = afterThat(this.#arrived, sent, sendTogether(this.#connection, sent));
    this.#arrived.catch(() => {}); // Awaited before the commit.
    for (const { member, rows } of sent) {
      if (rows.writes) member.is_half_done = true;
      member.unsent = [];
    }
    // Nobody waits any longer for those who have ended and whose changes are on their way.
    for (const { member } of sent) if (member.result) this.#release(member);
    this.#tryBlocked();
    if (!sent.every(({ is_sure }) => is_sure)) await this.#arrived;
    await this.#begun;
  }

  #tryBlocked(): void {
    const blocked = this.#blocked;
    this.#blocked = [];
    for (const one of blocked) this.#enter(one);
  }

  /** Waits for the other batch, or expels those who wait for it, if it waits for this one. */
  async #waitFor(holder: BatchRows): Promise<void> {
    const ended = this.#rows.waitFor(holder);
    await ended;
    const blocked = this.#blocked;
    this.#blocked = [];
    for (const one of blocked) {
      if (!ended && one.holder === holder) expel(one);
      else this.#enter(one);
    }
  }

  async #takeLastSteps(open: number): Promise<void> {
    this.#endTurn ??= await this.#together.turn();
    // Others hold what is needed now until their commit, and that may take longer.
    if (this.#blocked.length === 0 && this.#at_last.length === open) this.#bePatient();
    const going = this.#at_last;
    this.#at_last = [];
    for (const go of going) go();
  }

  /** From here on nobody waits for anybody who waits for this batch. */
  #bePatient(): void {
    if (this.#is_patient) return;
    this.#is_patient = true;
    this.#connection.query('SET LOCAL lock_timeout = 0').catch(() => {}); // COMMIT fails then.
  }

  /** All wait for each other, or somebody has awaited something else than the database. */
  async #giveUpIfStuck(open: readonly Member[]): Promise<void> {
    await setImmediate();
    if (this.#wave.length > 0 || this.#at_last.length > 0) return;
    const stuck = open.filter(({ result }) => !result);
    if (stuck.length > 0) throw new Undone(stuck.map(({ write }) => write));
  }
}

const ONE_ROW: Answer = { rows: [], count: 1 };

/** Delivers the outcomes, unless something that was sent before has failed: that is the reason then. */
async function afterThat(
  before: Promise<void>,
  sent: readonly Waiting[],
  outcomes: Promise<Outcome[]>,
): Promise<void> {
  const arrived = await outcomes;
  await before;
  deliver(sent, arrived);
}

/** The microtasks of all members have run when this goes on. */
const membersHaveRun = () => new Promise<void>((resolve) => process.nextTick(resolve));

function leave(member: Member): Promise<never> {
  member.leaves = true;
  return Promise.reject(new NotInBatch());
}

function expel({ member, reject }: Waiting): void {
  member.leaves = true;
  reject(new NotInBatch());
}
