// `node launch.cjs <script.ts> [args…]` starts a script of this repository with any Node from 20 on:
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
const nodePackage = `node_modules/node-${platform === 'darwin-arm64' ? 'bin-' : ''}${platform}`;
const isNew = Number.parseInt(process.versions.node, 10) >= 26;
const node = isNew ? process.execPath : inRoot(nodePackage, 'bin', windows ? 'node.exe' : 'node');
// npm writes this file at the end of an install. If it is missing, an install was interrupted.
const installedList = inRoot('node_modules', '.package-lock.json');
const lock = inRoot('.install-lock');
// A small space for young objects saves 20 MB under load. The executable (packages/executable/) and the benchmark
// start the service with the same flags; tuneV8 has more, for later.
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
const SLOW_MS = 5_000; // So long without another package is worth a word.
let child; // npm or the script, whichever runs now

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});

async function main([script = 'src/main.ts', ...args]) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal));
  // Whoever is started with nohup goes on without a terminal. Node takes no notice of nohup.
  const hasTerminal = [0, 1, 2].some((number) => isatty(number));
  process.on('SIGHUP', () => hasTerminal && stop('SIGHUP'));
  // npm forwards no signals to us. A shell of which nothing is left but `nohup node … &` may go.
  const isWatched = hasTerminal || process.env.npm_command !== undefined;
  const { ppid } = process;
  if (isWatched) setInterval(() => process.ppid === ppid || stop('SIGTERM'), 200).unref();

  await installMissing(/^src[\\/]/.test(path.normalize(script)));
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
  if (!child) process.exit(128 + constants.signals[signal]);
  child.kill(signal);
}

function run(command, args, options) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, options);
    child.on('error', ({ message }) =>
      reject(new Error(`Kassa cannot run ${command}: ${message}.`)),
    );
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

async function installMissing(isProduction) {
  for (let isTold = false; missing(isProduction).length > 0; isTold = true) {
    if (takeLock()) return install(isProduction);
    if (!isTold) console.error('Waiting for another start of Kassa to finish installing …');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** One start at a time installs. The lock names a launcher and its npm: when both are gone, so is it. */
function takeLock() {
  const isRunning = (pid) => pid !== process.pid && attempt(() => process.kill(pid, 0));
  const owners = attempt(() => fs.readFileSync(lock, 'utf8').split(' ').map(Number));
  if (owners?.some(isRunning)) return false;
  if (owners) fs.rmSync(lock, { force: true });
  return attempt(() => fs.writeFileSync(lock, `${process.pid}`, { flag: 'wx' }) === undefined);
}

async function install(isProduction) {
  process.on('exit', () => fs.rmSync(lock, { force: true }));
  const endProgress = showProgress(missing(isProduction));
  // `npm ci` deletes all packages first, even while a server uses them. So if only development
  // packages are missing, they are added with `npm install`.
  const adds = !isProduction && missing(true).length === 0;
  fs.rmSync(installedList, { force: true });
  const cli = process.env.npm_execpath ?? ''; // yarn, pnpm and bun set it too
  const hasCli = cli.endsWith('npm-cli.js');
  const [command, ...first] = hasCli ? [process.env.npm_node_execpath, cli] : ['npm'];
  const args = [...first, ...(adds ? ['install', '--no-save'] : ['ci'])];
  args.push('--ignore-scripts', '--no-audit', '--no-fund', '--include=optional');
  args.push(isProduction ? '--omit=dev' : '--include=dev', '--prefer-offline');
  args.push('--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  // npm must not write to stdout: a program may read the output of the script there.
  const stdio = ['ignore', 'ignore', 'pipe'];
  const ended = run(command, args, { cwd: __dirname, stdio, shell: windows && !hasCli });
  fs.appendFileSync(lock, ` ${child.pid}`); // It may outlive us.
  let report = '';
  child.stderr.on('data', (text) => {
    report += text;
  });
  const code = await ended.finally(endProgress);
  child = undefined;
  fs.rmSync(lock, { force: true });
  if (code > 128) process.exit(code);
  if (code === 0) return;
  const reason = /^npm (?:error|ERR!) code (\S+)/m.exec(report)?.[1] ?? `exit code ${code}`;
  const hint = 'Check the network connection; `npm ci --ignore-scripts` shows the details.';
  throw new Error(`Kassa could not install its packages (npm: ${reason}). ${hint}`);
}

/** The packages of package-lock.json that are not there. npm alone knows which optional ones fit. */
function missing(isProduction) {
  const packagesIn = (file) => attempt(() => JSON.parse(fs.readFileSync(file, 'utf8')).packages);
  const packages = packagesIn(inRoot('package-lock.json'));
  if (!packages)
    throw new Error('package-lock.json is missing or broken: get a new copy of Kassa.');
  const installed = packagesIn(installedList) ?? {};
  return Object.keys(packages).filter((place) => {
    const { version, resolved } = packages[place];
    const { dev, optional, devOptional } = packages[resolved] ?? packages[place]; // it may be a link
    const isOptional = place === nodePackage ? isNew : optional || devOptional;
    if (!place.includes('node_modules/') || isOptional || (dev && isProduction)) return false;
    const isThere = fs.existsSync(inRoot(place, 'package.json'));
    return !isThere || installed[place]?.version !== version;
  });
}

/** Says how many packages have come, and what is waited for: all the time at a terminal, else now and then. */
function showProgress(places) {
  const { isTTY, columns } = process.stderr; // 0 columns: nobody knows how many.
  const began = Date.now();
  let last = { count: 0, at: began };
  console.error(`Installing ${places.length} packages … (once)`);
  const show = () => {
    const left = places.filter((place) => !fs.existsSync(inRoot(place, 'package.json')));
    const count = places.length - left.length;
    if (count !== last.count) last = { count, at: Date.now() };
    const slow = Date.now() - last.at < SLOW_MS ? '' : ' (the network is slow, or there is none)';
    const more = left.length > 1 ? ` and ${left.length - 1} more` : '';
    const waiting = left[0] ? `, waiting for ${left[0].split('node_modules/').pop()}${more}` : '';
    const seconds = Math.round((Date.now() - began) / 1000);
    const line = `  ${count} of ${places.length} after ${seconds} s${slow}${waiting}`;
    process.stderr.write(isTTY ? `\r\x1b[K${line.slice(0, (columns || 80) - 1)}` : `${line}\n`);
  };
  const timer = setInterval(show, isTTY ? 500 : 5_000).unref();
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write('\r\x1b[K');
  };
}

/** Undefined when it fails: files and processes may disappear at any moment. */
function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
