import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../harness/free-port.ts';
import {
  copyPostgresData,
  giveToServer,
  launchPostgres,
  makePostgresFolder,
} from '../harness/postgres.ts';

type Signal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';
type Server = Awaited<ReturnType<typeof launchPostgres>>;

interface Node {
  folder: string;
  port: number;
}

/** A PostgreSQL that can be stopped, started again, and replaced by its standby. */
export class RestartingPostgres {
  #primary: Node;
  #server: Server | undefined;
  #standby: { node: Node; server: Server } | undefined;
  /** The ports of primary and standby, which change places with each failover. */
  readonly #ports: [number, number];
  readonly #folders: string[] = [];

  static async start(): Promise<RestartingPostgres> {
    const postgres = new RestartingPostgres([await freePort(), await freePort()]);
    await postgres.startAgain();
    return postgres;
  }

  constructor(ports: [number, number]) {
    this.#ports = ports;
    this.#primary = { folder: makePostgresFolder(), port: ports[0] };
    this.#folders.push(this.#primary.folder);
  }

  /** An address with both hosts, so that it works after a failover too. */
  url(database: string): string {
    const [one, other] = this.#ports;
    return `postgres://kassa@127.0.0.1:${one},127.0.0.1:${other}/${database}`;
  }

  /** Runs SQL as an administrator on a new connection. */
  async run(sql: string, { port } = this.#primary): Promise<Record<string, unknown>[]> {
    const client = new Client(`postgres://kassa@127.0.0.1:${port}/postgres`);
    client.on('error', () => {}); // A statement that fails says so itself.
    await client.connect();
    try {
      const { rows } = await client.query(sql);
      return rows;
    } finally {
      await client.end();
    }
  }

  async startAgain(): Promise<void> {
    this.#server = await launchPostgres({ ...this.#primary, keeps: true });
  }

  async end(signal: Signal): Promise<void> {
    await this.#server?.end(signal);
    this.#server = undefined;
  }

  /** Adds a standby. From now on, a commit waits until the standby has it too. */
  async addStandby(): Promise<void> {
    const node = { folder: makePostgresFolder(), port: this.#otherPort() };
    this.#folders.push(node.folder);
    const data = join(node.folder, 'data');
    const label = await this.#copyTo(data);
    writeFileSync(join(data, 'backup_label'), label);
    writeFileSync(join(data, 'standby.signal'), '');
    giveToServer(data);
    const settings = [`primary_conninfo=host=127.0.0.1 port=${this.#primary.port} user=kassa`];
    this.#standby = { node, server: await launchPostgres({ ...node, keeps: true, settings }) };
    await this.run(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await this.run('SELECT pg_reload_conf()');
    const streaming = `SELECT 1 FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')`;
    while ((await this.run(streaming)).length === 0);
  }

  /** The primary is gone for good; its standby takes over. */
  async failOver(): Promise<void> {
    const standby = this.#standby;
    if (!standby) throw new Error('there is no standby');
    this.#standby = undefined;
    await this.end('SIGKILL');
    [this.#primary, this.#server] = [standby.node, standby.server];
    await this.run('SELECT pg_promote()');
  }

  async remove(): Promise<void> {
    await Promise.all([this.#server?.end('SIGINT'), this.#standby?.server.end('SIGINT')]);
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  #otherPort(): number {
    return this.#ports.find((port) => port !== this.#primary.port) ?? 0;
  }

  async #copyTo(data: string): Promise<string> {
    const client = new Client(`postgres://kassa@127.0.0.1:${this.#primary.port}/postgres`);
    await client.connect();
    await client.query(`SELECT pg_backup_start('standby', true)`);
    copyPostgresData(join(this.#primary.folder, 'data'), data);
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
    await client.end();
    return rows[0].labelfile;
  }
}
