// `node launch.cjs <script.ts> [args…]` starts a script of this repository on any Node from 18 on:
// it installs what package-lock.json asks for, finds a Node that runs TypeScript (26 or newer),
// and ends the script when npm, the terminal or a supervisor ends this process.
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { constants } = require('node:os');
const path = require('node:path');

const inRoot = (...parts) => path.join(__dirname, ...parts);
const windows = process.platform === 'win32';
const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
const nodePackage = platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
const bundledNode = inRoot('node_modules', nodePackage, 'bin', windows ? 'node.exe' : 'node');
// npm writes this at the very end of an install: without it, an install was interrupted.
const installedList = inRoot('node_modules', '.package-lock.json');
const me = identity(process.pid);
const lock = inRoot('.install-lock'); // a folder with one file, named after the owner
const lockDraft = `${lock}-${me}`;
let child; // npm or the script, whichever runs now
let stopped; // the signal that ends this process

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});

async function main([script = 'src/main.ts', ...args]) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
  process.on('exit', releaseLock);
  // npm runs us through a shell, which passes no signal on and outlives a killed npm: watch both.
  const throughShell =
    process.env.npm_command && /launch/.test(read(`/proc/${process.ppid}/cmdline`));
  const parents = () => `${process.ppid} ${throughShell && statOf(process.ppid).parent}`;
  const before = parents();
  const watch = setInterval(() => {
    if (parents() === before) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 200).unref();

  await installIfNeeded({ production: /^src[\\/]/.test(path.normalize(script)) });
  const node = Number.parseInt(process.versions.node, 10) >= 26 ? process.execPath : bundledNode;
  if (!fs.existsSync(node)) throw new Error('Kassa needs Node 26 or newer: see nodejs.org.');
  const env = { ...process.env };
  // Options meant for the Node that npm found: a newer one may refuse to start with them.
  if (env.NODE_OPTIONS && spawnSync(node, ['--version']).status !== 0) delete env.NODE_OPTIONS;
  // Over the channel the script learns that this process is gone, even by SIGKILL ('disconnect').
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const nodeArgs = ['--disable-warning=ExperimentalWarning', inRoot(script), ...args];
  process.exit(await run(node, nodeArgs, { env, stdio }));
}

function stop(signal) {
  stopped = signal;
  if (child) child.kill(signal);
  else process.exit(128 + constants.signals[signal]);
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, options);
    child.on('error', (error) => reject(new Error(`Kassa cannot run ${command}: ${error.message}.`)));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(() => {
    child = undefined;
  });
}

async function installIfNeeded(wanted) {
  for (let told = false; missing(wanted).length > 0; told = true) {
    if (takeLock()) return install(wanted);
    if (!told) console.error('Waiting for another start of Kassa to finish installing …');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function install(wanted) {
  // Twice if need be: npm leaves out optional packages that refuse the Node npm itself runs on.
  for (const node of [process.env.npm_node_execpath ?? process.execPath, bundledNode]) {
    if (missing(wanted).length === 0 || !fs.existsSync(node)) continue;
    console.error('Installing packages … (once)');
    // `npm ci` deletes first, also under a server that is running: if only the development
    // packages are missing, they are added beside what is there.
    const add = !wanted.production && missing({ production: true }).length === 0;
    const only = wanted.production ? '--omit=dev' : '--include=dev';
    const how = [only, '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    how.push('--prefer-offline', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
    fs.rmSync(installedList, { force: true });
    await npm(node, add ? ['install', '--no-save', ...how] : ['ci', ...how]);
  }
  releaseLock();
  const left = missing(wanted).join(', ');
  if (left) console.error(`npm left out ${left}: going on without.`);
}

async function npm(node, args) {
  const cli = process.env.npm_execpath ?? ''; // yarn, pnpm and bun set it too
  const [command, ...first] = cli.endsWith('npm-cli.js') ? [node, cli] : ['npm'];
  // Nothing of npm's on stdout: that is the script's, and a program may read it.
  const stdio = ['ignore', 'ignore', 'pipe'];
  const options = { cwd: __dirname, stdio, shell: windows && command === 'npm' };
  const ended = run(command, [...first, ...args], options);
  fs.writeFileSync(path.join(lock, me), identity(child.pid) ?? ''); // it may outlive this process
  let report = '';
  child.stderr.on('data', (text) => {
    report += text;
  });
  const code = await ended;
  if (stopped) stop(stopped);
  if (code === 0) return;
  const reason = /^npm (?:error|ERR!) code (\S+)/m.exec(report)?.[1] ?? `exit code ${code}`;
  const hint = 'Check the network connection; `npm ci --ignore-scripts` shows the details.';
  throw new Error(`Kassa could not install its packages (npm: ${reason}). ${hint}`);
}

/** The packages of package-lock.json that are wanted here and not, or not fully, installed. */
function missing({ production }) {
  const wanted = packagesIn(inRoot('package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing or broken: get a new copy of Kassa.');
  const installed = packagesIn(installedList) ?? {};
  return Object.keys(wanted).filter((place) => {
    const entry = (wanted[place].link && wanted[wanted[place].resolved]) || wanted[place];
    const found = installed[place];
    if (!place.includes('node_modules/') || (production && entry.dev) || !fits(entry)) return false;
    // Without a platform of its own it may belong to a package that does not fit: npm knows.
    if ((entry.optional || entry.devOptional) && !found && !entry.os && !entry.cpu) return false;
    return (
      found?.version !== wanted[place].version || !fs.existsSync(inRoot(place, 'package.json'))
    );
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(read(file)).packages;
  } catch {
    return undefined; // absent, or cut off while it was written
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function fits(entry) {
  const libc = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');
  const here = { os: () => process.platform, cpu: () => process.arch, libc };
  return Object.keys(here).every((field) => {
    const names = [entry[field] ?? 'any'].flat();
    if (names[0] === 'any') return true;
    if (names[0].startsWith('!')) return !names.includes(`!${here[field]()}`);
    return names.includes(here[field]());
  });
}

function takeLock() {
  fs.mkdirSync(lockDraft, { recursive: true });
  fs.writeFileSync(path.join(lockDraft, me), '');
  try {
    fs.renameSync(lockDraft, lock); // refused while there is a lock: it is never empty
    return true;
  } catch {
    fs.rmSync(lockDraft, { recursive: true });
  }
  try {
    const owner = path.join(lock, fs.readdirSync(lock)[0]);
    const holders = [path.basename(owner), fs.readFileSync(owner, 'utf8')];
    if (holders.some((id) => id && id === identity(Number.parseInt(id, 10)))) return false;
    fs.renameSync(owner, path.join(lock, me)); // its owner died: only one can take it over
    return true;
  } catch {
    return false; // given back, or taken over by another, in this moment: look again
  }
}

function releaseLock() {
  if (!fs.existsSync(path.join(lock, me))) return;
  fs.renameSync(lock, lockDraft);
  fs.rmSync(lockDraft, { recursive: true });
}

/** Undefined for a dead process. The start time tells it from a later one of the same number. */
function identity(pid) {
  const { state, started } = statOf(pid);
  if (process.platform === 'linux')
    return started && state !== 'Z' ? `${pid}-${started}` : undefined;
  try {
    return process.kill(pid, 0) ? `${pid}` : undefined;
  } catch {
    return undefined;
  }
}

function statOf(pid) {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ');
  return { state: fields[0], parent: fields[1], started: fields[19] };
}
