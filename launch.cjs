// `node launch.cjs <script.ts> [args…]` starts a script of this repository with any Node from 18 on:
// it installs the packages of package-lock.json, finds a Node that runs TypeScript (26 or newer),
// and ends the script when npm, the terminal or a supervisor ends this process.
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { constants } = require('node:os');
const path = require('node:path');
const { isatty } = require('node:tty');

const inRoot = (...parts) => path.join(__dirname, ...parts);
const windows = process.platform === 'win32';
const platform = `${windows ? 'win' : process.platform}-${process.arch}`;
const nodePackage = platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
const bundledNode = inRoot('node_modules', nodePackage, 'bin', windows ? 'node.exe' : 'node');
// npm writes this file at the end of an install. If it is missing, an install was interrupted.
const installedList = inRoot('node_modules', '.package-lock.json');
const me = look(process.pid).identity;
const lock = inRoot('.install-lock'); // a folder with one file, named after the owner
const lockDraft = `${lock}-${me}`;
// A small space for young objects saves 20 MB under load. The executable (release/) and the benchmark
// start the service with the same flags; src/processes/tune-v8.ts has more, for later.
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
const SLOW_MS = 5_000; // So long without another package is worth a word.
let child; // npm or the script, whichever runs now
let stopped; // the signal that ends this process

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});

async function main([script = 'src/main.ts', ...args]) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  // Whoever is started with nohup goes on without a terminal. Node takes no notice of nohup.
  const hasTerminal = [0, 1, 2].some((number) => isatty(number));
  process.on('SIGHUP', () => hasTerminal && stop('SIGHUP'));
  process.on('exit', releaseLock);
  // npm starts us through a shell, which forwards no signals and outlives a killed npm: watch both.
  // A shell of which nothing is left but `nohup node launch.cjs … &` may go.
  const isWatched = hasTerminal || process.env.npm_command !== undefined;
  const parents = () => `${process.ppid} ${process.env.npm_command && look(process.ppid).shellOf}`;
  const before = parents();
  const watch = setInterval(() => {
    if (!isWatched || parents() === before) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 200).unref();

  await installIfNeeded({ production: /^src[\\/]/.test(path.normalize(script)) });
  const node = Number.parseInt(process.versions.node, 10) >= 26 ? process.execPath : bundledNode;
  if (!fs.existsSync(node)) throw new Error('Kassa needs Node 26 or newer: see nodejs.org.');
  const env = { ...process.env };
  // NODE_OPTIONS may be meant for another version of Node, and ours may refuse to start with them.
  if (env.NODE_OPTIONS && spawnSync(node, ['--version']).status !== 0) delete env.NODE_OPTIONS;
  // Keeps compiled code: the second start takes half the time.
  env.NODE_COMPILE_CACHE ??= inRoot('node_modules', '.cache');
  // Threads share what they have freed: 10 MB less. What the compiler used is given back: 9 MB less.
  // A thread keeps more small pieces at hand, which takes no lock: 3 % less time for a purchase.
  // The service and the image say the same.
  env.MALLOC_ARENA_MAX ??= '1';
  env.MALLOC_MMAP_THRESHOLD_ ??= '30000';
  env.GLIBC_TUNABLES ??= 'glibc.malloc.tcache_count=100';
  // The channel tells the script when this process is gone, even after SIGKILL ('disconnect').
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  process.exit(await run(node, [...FLAGS, inRoot(script), ...args], { env, stdio }));
}

function stop(signal) {
  stopped = signal;
  if (child) child.kill(signal);
  else process.exit(128 + constants.signals[signal]);
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, options);
    child.on('error', ({ message }) =>
      reject(new Error(`Kassa cannot run ${command}: ${message}.`)),
    );
    child.on('exit', (code, signal) => {
      child = undefined;
      resolve(code ?? 128 + constants.signals[signal]);
    });
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
  // Twice if necessary: npm leaves out optional packages that do not support the Node that runs npm.
  for (const node of [process.env.npm_node_execpath ?? process.execPath, bundledNode]) {
    if (missing(wanted).length === 0 || !fs.existsSync(node)) continue;
    const progress = showProgress(missing(wanted));
    // `npm ci` deletes all packages first, even while a server uses them. So if only development
    // packages are missing, they are added with `npm install`.
    const add = !wanted.production && missing({ production: true }).length === 0;
    const how = ['--ignore-scripts', '--no-audit', '--no-fund', '--include=optional'];
    how.push(wanted.production ? '--omit=dev' : '--include=dev');
    how.push('--prefer-offline', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
    fs.rmSync(installedList, { force: true });
    await npm(node, add ? ['install', '--no-save', ...how] : ['ci', ...how]).finally(progress.end);
  }
  releaseLock();
  const left = missing(wanted).join(', ');
  if (left) console.error(`npm left out ${left}: going on without.`);
}

/** Says how many packages have come, and what is waited for: all the time at a terminal, else now and then. */
function showProgress(places) {
  const { isTTY } = process.stderr;
  const began = Date.now();
  let arrived = 0;
  let changed_at = began;
  console.error(`Installing ${places.length} packages … (once)`);
  const show = () => {
    const left = places.filter((place) => !fs.existsSync(inRoot(place, 'package.json')));
    const seconds = Math.round((Date.now() - began) / 1000);
    if (arrived !== places.length - left.length) changed_at = Date.now();
    arrived = places.length - left.length;
    const slow =
      Date.now() - changed_at >= SLOW_MS ? ' (the network is slow, or there is none)' : '';
    const more = left.length > 1 ? ` and ${left.length - 1} more` : '';
    const waiting = left[0] ? `, waiting for ${left[0].split('node_modules/').pop()}${more}` : '';
    const line = `  ${arrived} of ${places.length} after ${seconds} s${slow}${waiting}`;
    process.stderr.write(
      isTTY ? `\r\x1b[K${line.slice(0, (process.stderr.columns || 80) - 1)}` : `${line}\n`,
    );
  };
  const timer = setInterval(show, isTTY ? 500 : 5_000).unref();
  return {
    end() {
      clearInterval(timer);
      if (isTTY) process.stderr.write('\r\x1b[K');
    },
  };
}

async function npm(node, args) {
  const cli = process.env.npm_execpath ?? ''; // yarn, pnpm and bun set it too
  const [command, ...first] = cli.endsWith('npm-cli.js') ? [node, cli] : ['npm'];
  // npm must not write to stdout: a program may read the output of the script there.
  const options = {
    cwd: __dirname,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: windows && !first[0],
  };
  const ended = run(command, [...first, ...args], options);
  fs.writeFileSync(path.join(lock, me), `${look(child.pid).identity}`); // it may outlive us
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

/** The packages of package-lock.json that this machine needs and that are not fully installed. */
function missing({ production }) {
  const packagesIn = (file) => attempt(() => JSON.parse(fs.readFileSync(file, 'utf8')).packages);
  const wanted = packagesIn(inRoot('package-lock.json'));
  if (!wanted) throw new Error('package-lock.json is missing or broken: get a new copy of Kassa.');
  const installed = packagesIn(installedList) ?? {};
  return Object.keys(wanted).filter((place) => {
    const entry = (wanted[place].link && wanted[wanted[place].resolved]) || wanted[place];
    const found = installed[place];
    if (!place.includes('node_modules/') || (production && entry.dev) || !fits(entry)) return false;
    // It may belong to a package for another platform, which only npm knows.
    if ((entry.optional || entry.devOptional) && !found && !entry.os && !entry.cpu) return false;
    return (
      found?.version !== wanted[place].version || !fs.existsSync(inRoot(place, 'package.json'))
    );
  });
}

function fits(entry) {
  const libc = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');
  const here = { os: () => process.platform, cpu: () => process.arch, libc };
  return Object.keys(here).every((field) => {
    if (!entry[field]) return true;
    const [names, value] = [[entry[field]].flat(), here[field]()];
    return names.includes(value) || (names[0].startsWith('!') && !names.includes(`!${value}`));
  });
}

function takeLock() {
  fs.mkdirSync(lockDraft, { recursive: true });
  fs.writeFileSync(path.join(lockDraft, me), '');
  // Fails while there is a lock, because a lock folder is never empty.
  if (attempt(() => fs.renameSync(lockDraft, lock) === undefined)) return true;
  fs.rmSync(lockDraft, { recursive: true });
  return attempt(() => {
    const owner = path.join(lock, fs.readdirSync(lock)[0]);
    const holders = [path.basename(owner), fs.readFileSync(owner, 'utf8')]; // a launcher, its npm
    if (holders.some((holder) => holder === look(Number.parseInt(holder, 10)).identity))
      return false;
    fs.renameSync(owner, path.join(lock, me)); // both are dead, and only one can take over
    return true;
  });
}

function releaseLock() {
  if (!fs.existsSync(path.join(lock, me))) return;
  fs.renameSync(lock, lockDraft);
  fs.rmSync(lockDraft, { recursive: true });
}

/** Identifies a process by its pid and start time, as pids are reused. Empty if it has ended. */
function look(pid) {
  if (process.platform !== 'linux')
    return { identity: attempt(() => process.kill(pid, 0) && `${pid}`) };
  const [name, rest] =
    attempt(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')) ?? [];
  const fields = rest?.split(' ') ?? ['Z'];
  if (fields[0] === 'Z') return {};
  return { identity: `${pid}-${fields[19]}`, shellOf: name.endsWith('sh') ? fields[1] : undefined };
}

/** Undefined when it fails: files and processes may disappear at any moment. */
function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
