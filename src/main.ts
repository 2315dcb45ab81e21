import type { KeyForm } from './commands/read-key.ts';
import './start/quick-imports.ts'; // First: what is loaded after it is loaded in a third less time.
import { HELP } from './commands/help.ts';
import { refuseSecondWord } from './commands/one-word.ts';
import { aboutUnwritten, createPrinter } from './commands/printer.ts';
import { readArguments, refuseSwallowed } from './commands/read-arguments.ts';
import { DEMO, version } from './platform/core/program.ts';
import { type Clock, wallClock } from './platform/core/time.ts';
import type { Database } from './platform/db/database.ts';
import type { Settings } from './platform/machine/settings.ts';
import { SettingsError } from './platform/machine/settings-error.ts';

// Each command loads what it needs, and no more: most of the time that a command takes is loading.

const { print, whyNotShown } = createPrinter(process.stdout);

/** Progress goes to stderr: stdout is for the result. */
const printLine = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const terminal = {
  write: (text: string): void => {
    process.stderr.write(text);
  },
  is_terminal: process.stderr.isTTY === true,
};

const LOOK_AT_EVERYTHING = ['verify', 'backup', 'restore', 'move'];

let is_serving = false;

async function main(): Promise<void> {
  // The channel tells us when the launcher ends. It must not keep this process alive.
  process.channel?.unref();
  const { readKey, refuseKeys } = await import('./commands/read-key.ts');
  refuseKeys(process.argv.slice(2));
  const { values, positionals } = await readArguments(process.argv.slice(2));
  const [noun, verb, name, ...rest] = positionals;
  if (values.version) return print(`Kassa ${version()}`);
  if (values.help || noun === undefined || noun === 'help') return print(HELP);
  if (noun === 'openapi') {
    const { openApiDocument } = await import('./platform/operation/openapi.ts');
    const { operations } = await import('./sites/api/operations.ts');
    const { SENT_EVENTS } = await import('./shop/events/event-records.ts');
    const document = openApiDocument(operations, SENT_EVENTS, 'https://localhost:8443');
    return print(JSON.stringify(document, null, 2));
  }
  refuseSwallowed(process.env, positionals);
  const takes_verb = ['trigger', 'backup', 'restore'].includes(noun);
  refuseSecondWord(positionals);
  const command = takes_verb ? noun : [noun, verb].filter(Boolean).join(' ');
  if (LOOK_AT_EVERYTHING.includes(command)) {
    const { collectOften } = await import('./start/processes/tune-v8.ts');
    collectOften();
  }
  // A shop to look at has a folder of its own, unless one was chosen.
  const is_shown = command === 'demo' && values.serve === true;
  const place = is_shown ? { KASSA_DATA_DIR: 'data/demo' } : {};
  const { readSettings } = await import('./platform/machine/settings.ts');
  const settings = readSettings({ ...place, ...process.env });
  if (is_shown) {
    const { refuseTakenPort } = await import('./commands/demo/free-port.ts');
    await refuseTakenPort(settings);
  }
  if (command === 'serve') {
    await startServing(settings);
    return;
  }
  if (command === 'health') {
    const { isReady } = await import('./commands/health.ts');
    process.exitCode = (await isReady(settings)) ? 0 : 1;
    return;
  }

  const { createOutput } = await import('./commands/output.ts');
  const { createLog } = await import('./platform/core/log.ts');
  const output = createOutput(values.json, print, whyNotShown);
  if (command === 'secret status' || command === 'secret replace') {
    const { showSecret, replaceSecret } = await import('./commands/secret.ts');
    if (verb === 'status') return showSecret(settings, output);
    return replaceSecret(settings, { yes: values.yes, now: wallClock() }, output);
  }
  if (command === 'restore') {
    // Before a database is opened: there is none yet, or another one.
    const { restore } = await import('./commands/restore.ts');
    const { readAddress } = await import('./commands/read-address.ts');
    const { replace, quick, unchanged } = values;
    const to = readAddress(values.to, { env: process.env, print: printLine });
    const options = { backup: verb, to, replace, quick, unchanged, clock: wallClock, terminal };
    return restore(settings, options, output);
  }
  if (command === 'move') {
    const { move } = await import('./commands/move.ts');
    const { readAddress } = await import('./commands/read-address.ts');
    const { undo, restart } = values;
    const from = readAddress(values.from, { env: process.env, print: printLine });
    const to = readAddress(values.to, { env: process.env, print: printLine });
    const options = { from, to, undo, restart, clock: wallClock, print: printLine };
    const is_right = await move(settings, options, output);
    if (!is_right) process.exitCode = 1;
    return;
  }
  if (command === 'doctor') {
    const { doctor } = await import('./commands/doctor/doctor.ts');
    const has_colors = process.stdout.isTTY === true && !process.env.NO_COLOR;
    if (!(await doctor(settings, output, { has_colors }))) process.exitCode = 1;
    return;
  }
  let look_path: string | undefined;
  const { store, expires } = values;
  const commands: Record<string, (db: Database, clock: Clock) => Promise<void>> = {
    'keys create': async (db, clock) => {
      const { createKey } = await import('./commands/keys.ts');
      await createKey(db, { ...values, store, expires, now: clock() }, output);
    },
    'keys list': async (db, clock) => {
      const { listKeys } = await import('./commands/keys.ts');
      await listKeys(db, clock(), output);
    },
    'keys revoke': async (db, clock) => {
      const { revokeKey } = await import('./commands/keys.ts');
      await revokeKey(db, name ?? '', clock(), output);
    },
    'stores create': async (db, clock) => {
      const { createStore } = await import('./commands/stores.ts');
      await createStore(db, { name: values.name, mode: values.mode, now: clock() }, output);
    },
    'stores update': async (db, clock) => {
      const { changeStore } = await import('./commands/change-store.ts');
      await changeStore(db, settings, { ...values, clock }, output);
    },
    'stores go-live': async (db, clock) => {
      const { goLive } = await import('./commands/go-live.ts');
      await goLive(db, settings, { ...values, clock }, output);
    },
    'stores list': async (db) => {
      const { listAllStores } = await import('./commands/stores.ts');
      await listAllStores(db, output);
    },
    'signing-keys rotate': async (db, clock) => {
      const { rotateSigningKey } = await import('./commands/signing-keys.ts');
      await rotateSigningKey(db, settings, clock(), output);
    },
    'signing-keys revoke': async (db, clock) => {
      const { revokeSigningKey } = await import('./commands/signing-keys.ts');
      await revokeSigningKey(db, settings, { key_id: name ?? '', now: clock() }, output);
    },
    'signing-keys list': async (db) => {
      const { listAllSigningKeys } = await import('./commands/signing-keys.ts');
      await listAllSigningKeys(db, output);
    },
    listen: async (db, clock) => {
      const { listen } = await import('./commands/listen.ts');
      process.stdout.once('error', (error) => {
        const sentence = aboutUnwritten(error); // Undefined: nobody reads it any more.
        if (sentence) printLine(sentence);
        process.exit(sentence ? 1 : 0);
      });
      await listen(db, settings, { store, forward_to: values['forward-to'], clock }, print);
    },
    trigger: async (db, clock) => {
      const { trigger } = await import('./commands/trigger.ts');
      const log = createLog('error');
      await trigger(db, settings, { type: verb, store, clock, log }, output);
    },
    'provider connect': async (db, clock) => {
      const { connect } = await import('./commands/provider.ts');
      const key = (form: KeyForm) =>
        readKey({ input: process.stdin, prompt: process.stderr, form });
      const publishable_key = values['publishable-key'];
      const keys = { key, ...(publishable_key !== undefined && { publishable_key }) };
      await connect(db, settings, { provider: name, store, clock, ...keys }, output);
    },
    'provider show': async (db, clock) => {
      const { show } = await import('./commands/provider.ts');
      await show(db, settings, { store, clock }, output);
    },
    'provider disconnect': async (db, clock) => {
      const { disconnect } = await import('./commands/provider.ts');
      await disconnect(db, settings, { store, clock }, output);
    },
    demo: async (db, clock) => {
      const { demo } = await import('./commands/demo/demo.ts');
      const { seed, serve: is_served } = values;
      const options = { seed, is_served, clock, log: createLog('error'), print: printLine };
      await demo(db, settings, options, output);
      if (!is_shown) return;
      const { makeDemoPath } = await import('./commands/dashboard.ts');
      look_path = await makeDemoPath(db, clock());
    },
    'dashboard link': async (db, clock) => {
      const { printOwnerLink } = await import('./commands/dashboard.ts');
      await printOwnerLink(db, settings, { email: values.email, now: clock() }, output);
    },
    mails: async (db, clock) => {
      const { showMails } = await import('./commands/mails.ts');
      await showMails(db, settings, { store, clock }, output);
    },
    'mails show': async (db, clock) => {
      const { showMail } = await import('./commands/mails.ts');
      await showMail(db, settings, { store, clock, mail_id: name }, output);
    },
    backup: async (db, clock) => {
      const { backup } = await import('./commands/backup.ts');
      const { noted, full, quick, keep } = values;
      const options = { folder: verb, noted, full, quick, keep, clock, terminal };
      await backup(db, settings, options, output);
    },
    charges: async (db, clock) => {
      const { showHolds } = await import('./commands/charges.ts');
      await showHolds(db, { store, clock }, output);
    },
    'charges hold': async (db, clock) => {
      const { hold } = await import('./commands/charges.ts');
      await hold(db, { store, clock, since: values.since }, output);
    },
    'charges compare': async (db, clock) => {
      const { compare } = await import('./commands/charges.ts');
      if (!(await compare(db, settings, { store, clock }, output))) process.exitCode = 1;
    },
    'charges release': async (db, clock) => {
      const { release } = await import('./commands/charges.ts');
      await release(db, settings, { store, clock, yes: values.yes }, output);
    },
    'charges seen': async (db, clock) => {
      const { markSeen } = await import('./commands/unknown-payments.ts');
      await markSeen(db, { reference: name, clock }, output);
    },
    verify: async (db, clock) => {
      const { verifyDatabase } = await import('./commands/verify.ts');
      const { provider = false, since, until, 'audit-head': audit_head } = values;
      const chosen = { place: settings, provider, audit_head, since, until };
      const options = { clock, print: printLine, ...chosen };
      const ok = await verifyDatabase(db, settings, output, options);
      if (!ok) process.exitCode = 1;
    },
  };
  const run = commands[command];
  const naming = /^(?:(?:signing-)?keys revoke|provider connect|mails show|charges seen)$/;
  if (!run || rest.length > 0 || (name !== undefined && !naming.test(command))) {
    const { unknownCommand } = await import('./commands/unknown-command.ts');
    throw unknownCommand(positionals);
  }
  const { openDatabase } = await import('./platform/db/open.ts');
  const { refuseLostShop } = await import('./care/backups/lost-shop.ts');
  const { commandClock } = await import('./platform/db/shared-clock.ts');
  // The rest is for a shop that is there, whose server may be running, and may be older.
  const must_exist = !['demo', 'stores create'].includes(command);
  if (!must_exist) await refuseLostShop(settings);
  const db = await openDatabase(settings, { only_new: command !== 'demo', must_exist });
  try {
    await run(db, await commandClock(db));
  } finally {
    await db.close();
  }
  if (!is_shown) return;
  const base_url = await startServing(settings, DEMO); // With port 0, only now is it known.
  if (look_path === undefined) return;
  print(`Look around here, without an account, for a day:\n\n  ${base_url}${look_path}\n`);
}

/** Here, or in several processes that this one starts. Returns the address. */
async function startServing(settings: Settings, start?: string): Promise<string> {
  is_serving = true;
  const { default: cluster } = await import('node:cluster');
  if (settings.processes > 1 && cluster.isPrimary) {
    const { runProcesses } = await import('./start/processes/primary.ts');
    return runProcesses(settings);
  }
  // Loaded only here: the operations and their schemas are most of the start-up time.
  const { serve } = await import('./commands/serve.ts');
  const is_terminal = process.stdout.isTTY === true;
  return serve(settings, { print, is_terminal, ...(start && { start }) });
}

/** A service goes on: who started it has its log. */
async function reportUnwritten(): Promise<void> {
  const error = await whyNotShown();
  const sentence = error && aboutUnwritten(error);
  if (sentence === undefined) return;
  if (!is_serving) throw new SettingsError(sentence);
  printLine(sentence);
}

main()
  .then(reportUnwritten)
  .catch(async (thrown: unknown) => {
    const error = (await import('./platform/db/storage-problem.ts')).explained(thrown);
    // A mistake of the user is shown as one sentence; an error of ours with its stack.
    const text =
      error instanceof SettingsError ? error.message : `${(error as Error)?.stack ?? error}`;
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
    // One of several serving processes would go on waiting for orders of the first.
    const { default: cluster } = await import('node:cluster');
    if (cluster.isWorker) process.exit();
  });
