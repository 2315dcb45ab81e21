import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readManifest } from '../../../src/care/backups/manifest.ts';
import { carryOut } from '../../../src/platform/db/finish-restore.ts';
import { takeServingLock } from '../../../src/platform/db/serving-lock.ts';
import {
  backUp,
  backupsIn,
  newFolder,
  refused,
  restoreTo,
  startBackedUpShop,
} from '../../harness/copies.ts';
import { kassa } from '../../harness/kassa-command.ts';

// One backup, and all that can be wrong with it or with the place that it is restored to.

const { folder, place, name } = await startBackedUpShop();

/** The backup, with one of its files changed. */
function spoiled(file: string, change: (text: Buffer) => Buffer | string): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  const path = join(copy, file);
  writeFileSync(path, change(readFileSync(path)));
  return join(copy, name);
}

const flipped = (bytes: Buffer): Buffer => {
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
};

const manifestWith = (more: object): string =>
  spoiled(join(name, 'manifest.json'), (text) =>
    JSON.stringify({ ...JSON.parse(text.toString()), ...more }),
  );

test('a damaged backup is refused naming the file, and nothing is left of it', async () => {
  const [beginning = ''] = readdirSync(join(folder, 'blocks'));
  const [block = ''] = readdirSync(join(folder, 'blocks', beginning));
  const block_file = join('blocks', beginning, block);
  const list = join(name, 'kassa.db.blocks');
  const cases: [string, RegExp][] = [
    [spoiled(block_file, flipped), new RegExp(`${block} is damaged`)],
    [spoiled(list, flipped), /kassa\.db\.blocks is damaged/],
    [spoiled(join(name, 'secret'), flipped), /secret is damaged/],
    [spoiled(join(name, 'manifest.json'), (text) => text.subarray(1)), /manifest\.json is damaged/],
    [manifestWith({ files: [] }), /manifest\.json is damaged/],
    [manifestWith({ files: [{ path: '../x', bytes: 1, sha256: 'a'.repeat(64) }] }), /is damaged/],
    [newFolder(), /is not a backup of Kassa/],
    ['/nowhere', /is not a folder/],
  ];
  for (const [backup, sentence] of cases) {
    const data_dir = newFolder();
    await refused(['restore', backup], { KASSA_DATA_DIR: data_dir }, sentence);
    assert.deepEqual(
      readdirSync(data_dir).filter((file) => file !== 'server.lock'),
      [],
    );
  }
});

/** The backup of somebody else, with one more file, which its manifest tells of. */
function withFile(path: string): string {
  const sha256 = createHash('sha256').update('x').digest('hex');
  const { files } = JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8'));
  const backup = manifestWith({ files: [...files, { path, bytes: 1, sha256 }] });
  mkdirSync(join(backup, path, '..'), { recursive: true });
  writeFileSync(join(backup, path), 'x');
  return backup;
}

/** The backup, with this in place of the file `secret`. */
function withLink(to: string): string {
  const backup = manifestWith({});
  rmSync(join(backup, 'secret'));
  symlinkSync(to, join(backup, 'secret'));
  return backup;
}

test('a backup that somebody has made up is refused: other folders, names of our own, files without an end', async () => {
  const sha256 = 'a'.repeat(64);
  const outside = { path: 'kassa.db', bytes: 1, sha256, blocks: { path: '../../x', sha256 } };
  const cases: [string, RegExp][] = [
    [manifestWith({ files: [outside] }), /manifest\.json is damaged/],
    [withFile('.restore/plan.json'), /manifest\.json is damaged/],
    [withFile('server.lock'), /manifest\.json is damaged/],
    [withFile('before-restore-x/y'), /manifest\.json is damaged/],
    [withLink('/dev/null'), /secret is missing/],
    [withLink(process.execPath), /secret is damaged/],
  ];
  for (const [backup, sentence] of cases) {
    const data_dir = newFolder();
    await refused(['restore', backup, '--quick'], { KASSA_DATA_DIR: data_dir }, sentence);
    assert.deepEqual(
      readdirSync(data_dir).filter((file) => file !== 'server.lock'),
      [],
    );
  }
});

test('a database with a trigger of somebody else is refused: it could change records later', async () => {
  const data_dir = newFolder();
  await restoreTo(data_dir, [place, '--quick', '--unchanged']);
  const db = new DatabaseSync(join(data_dir, 'kassa.db'));
  db.exec('CREATE TRIGGER richer AFTER INSERT ON events BEGIN UPDATE stores SET name = 1; END');
  db.close();
  const { place: made_up } = await backUp({ data_dir, database_url: undefined }, [
    ...[newFolder(), '--quick'],
  ]);
  const target = newFolder();
  const sentence = /has something that Kassa does not make \(trigger richer\)/;
  await refused(['restore', made_up, '--quick'], { KASSA_DATA_DIR: target }, sentence);
  assert.ok(!existsSync(join(target, 'kassa.db')));
});

test('a secret that is a link to a file elsewhere is in the backup', async () => {
  const [data_dir, elsewhere] = [newFolder(), join(newFolder(), 'kassa-secret')];
  await restoreTo(data_dir, [place, '--quick', '--unchanged']);
  renameSync(join(data_dir, 'secret'), elsewhere);
  symlinkSync(elsewhere, join(data_dir, 'secret'));
  const made = await backUp({ data_dir, database_url: undefined }, [newFolder(), '--quick']);
  assert.deepEqual(readFileSync(join(made.place, 'secret')), readFileSync(elsewhere));
  const { secret } = JSON.parse(readFileSync(join(made.place, 'manifest.json'), 'utf8'));
  assert.equal(secret, 'file');
});

test('a backup of a newer version, or of one that is too old, is refused in a sentence', async () => {
  const settings = { KASSA_DATA_DIR: newFolder() };
  await refused(
    ['restore', manifestWith({ last_migration: 86 })],
    settings,
    /This backup is too old .* migration 86, .* with 90\. Check out Kassa as of commit \w+, restore it/,
  );
  const newer = manifestWith({ last_migration: 9999, kassa: '9.0.0' });
  await refused(
    ['restore', newer],
    settings,
    /made by a newer Kassa \(9\.0\.0.*update Kassa first/,
  );
  await refused(
    ['restore', manifestWith({ format: 2 })],
    settings,
    /newer Kassa, whose format \(2\)/,
  );
});

test('a backup that this user may not read is said to be that, and no other problem', () => {
  const backup = manifestWith({});
  chmodSync(backup, 0o000);
  const is_root = process.geteuid?.() === 0;
  if (is_root) process.seteuid?.(65534);
  try {
    assert.throws(() => readManifest(backup), /cannot be read by this user: it is for its owner/);
  } finally {
    if (is_root) process.seteuid?.(0);
    chmodSync(backup, 0o700);
  }
});

test('a place that nobody can have meant is refused, and nothing is made', async () => {
  const here = newFolder();
  const settings = { KASSA_DATA_DIR: join(here, 'data') };
  for (const [args, sentence] of [
    [[''], /Say which/],
    [
      [place, '--to', join(folder, 'backups.lock', 'new')],
      /cannot be made: .*Choose another folder/,
    ],
    [[place, join(here, 'to')], /one word too many/],
    [[place, '--to', ''], /behind --to or --from is empty/],
    [[place, '--to', 'postgre://kassa@db.example.com/kassa'], /to or from postgres:.* or a folder/],
    [[place, '--to', 'postgres:/kassa@db.example.com/kassa'], /to or from postgres:.* or a folder/],
  ] as const) {
    await refused(['restore', ...args], settings, sentence);
  }
  assert.deepEqual(readdirSync(here), []);
});

test('a shop is not restored over backups, nor into one, also where links lead there', async () => {
  const copy = manifestWith({}); // In a folder of its own.
  const above = dirname(copy);
  const link = join(newFolder(), 'link');
  symlinkSync(above, link);
  const before = readdirSync(above, { recursive: true }).toSorted();
  for (const [to, sentence] of [
    [above, /is a folder of backups: restore to another/],
    [link, /is a folder of backups: restore to another/],
    [copy, /is a backup: restore to another/],
    [join(link, name, 'new'), /is a backup: restore to another/],
  ] as const) {
    await refused(['restore', place, '--to', to, '--replace'], {}, sentence);
  }
  assert.deepEqual(readdirSync(above, { recursive: true }).toSorted(), before);
});

test('a full backup that was served is a data folder like others', async () => {
  const data_dir = newFolder();
  await restoreTo(data_dir, [place, '--quick', '--unchanged']);
  const made = await backUp({ data_dir, database_url: undefined }, [
    ...[newFolder(), '--quick', '--full'],
  ]);
  await refused(['restore', place, '--to', made.place, '--replace'], {}, /is a backup/);
  takeServingLock(made.place).release();
  await restoreTo(made.place, [place, '--quick', '--replace']);
});

test('backups in the folder that is replaced stay where the service looks for them', async () => {
  const data_dir = newFolder();
  await restoreTo(data_dir, [place, '--quick', '--unchanged']);
  const shop = { data_dir, database_url: undefined };
  const made = await backUp(shop, [join(data_dir, 'copies'), '--quick']);
  const deeper = join(data_dir, 'of', 'an earlier time');
  cpSync(dirname(made.place), deeper, { recursive: true });
  await restoreTo(data_dir, [place, '--quick', '--replace']);
  assert.deepEqual(backupsIn(join(data_dir, 'copies')), [made.place]);
  assert.deepEqual(backupsIn(deeper), [join(deeper, basename(made.place))]);
});

test('the commands that are printed can be copied, and are for the shop that was restored', async () => {
  const to = join(newFolder(), 'of a drill');
  const elsewhere = { DATABASE_URL: 'postgres://kassa@db.example.com/kassa' };
  const { code, out, err } = await kassa(['restore', place, '--to', to, '--quick'], elsewhere);
  assert.equal(code, 0, err);
  assert.ok(out.includes(`DATABASE_URL= KASSA_DATA_DIR='${to}' npm run kassa -- serve`), out);
});

test('a shop that is there is not overwritten: with --replace it is put aside, whole', async () => {
  const data_dir = newFolder();
  await restoreTo(data_dir, [place, '--quick']);
  writeFileSync(join(data_dir, 'note.txt'), 'of the old one');
  const before = readdirSync(data_dir).toSorted();
  await refused(['restore', place], { KASSA_DATA_DIR: data_dir }, /is not empty .*--replace/);
  assert.deepEqual(readdirSync(data_dir).toSorted(), before);

  const told = await restoreTo(data_dir, [place, '--quick', '--replace', '--unchanged']);
  assert.match(told, /Nothing has happened since the backup, you said/);
  assert.doesNotMatch(told, /left out/);
  const [, aside = ''] = /What was there before is in (.*)\./.exec(told) ?? [];
  const old = readdirSync(aside).toSorted();
  assert.deepEqual(
    old,
    before.filter((file) => file !== 'server.lock'),
  );
  assert.ok(!existsSync(join(data_dir, 'note.txt')));
  assert.ok(!existsSync(join(data_dir, '.restore')));
});

/** A data folder in which a restore has everything ready, and how it looks. */
function beforeTheLastStep() {
  const [data_dir, backup] = [newFolder(), '/mnt/backups/2026-11-17T02-00-00Z'];
  const write = (path: string, text: string) => {
    mkdirSync(join(data_dir, path, '..'), { recursive: true });
    writeFileSync(join(data_dir, path), text);
  };
  for (const file of ['a', 'kassa.db', 'kassa.db-wal', 'tls/ca.pem']) write(file, 'old');
  for (const file of ['kassa.db', 'secret', 'tls/ca.pem']) write(`.restore/files/${file}`, 'new');
  const old = ['a', 'kassa.db', 'kassa.db-wal', 'tls'];
  const plan = { backup, old, aside: 'before-restore-x', files: ['kassa.db', 'secret', 'tls'] };
  const save = () => write('.restore/plan.json', JSON.stringify(plan));
  save();
  const look = () =>
    readdirSync(data_dir, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('.restore') && statSync(join(data_dir, file)).isFile())
      .map((file) => `${file}: ${readFileSync(join(data_dir, file), 'utf8')}`)
      .toSorted();
  return { data_dir, plan, save, look };
}

test('what cannot be moved away is told, and all that was moved before is put back', () => {
  const { data_dir, look } = beforeTheLastStep();
  const before = look();
  const is_root = process.geteuid?.() === 0;
  // A folder that may not be written cannot change its place, as a mount cannot.
  const files = readdirSync(data_dir, { recursive: true, encoding: 'utf8' });
  for (const file of ['.', ...files]) if (is_root) chownSync(join(data_dir, file), 65534, 65534);
  chmodSync(join(data_dir, 'tls'), 0o500);
  if (is_root) process.seteuid?.(65534);
  try {
    assert.throws(() => carryOut(data_dir), /could not be put into .*: everything is as it was/);
  } finally {
    if (is_root) process.seteuid?.(0);
    chmodSync(join(data_dir, 'tls'), 0o700);
  }
  assert.deepEqual(look(), before);
  assert.deepEqual(readdirSync(data_dir).toSorted(), ['a', 'kassa.db', 'kassa.db-wal', 'tls']);
});

test('what is in the way of a file from the backup is told, and the old shop is put back whole', () => {
  const { data_dir, plan, save, look } = beforeTheLastStep();
  const before = look();
  plan.old.pop(); // It has come later.
  save();
  assert.throws(() => carryOut(data_dir), /could not be put into .*: everything is as it was/);
  assert.deepEqual(look(), before);
  assert.ok(!existsSync(join(data_dir, '.restore')) && !existsSync(join(data_dir, plan.aside)));
  carryOut(data_dir); // It is not tried again.
  assert.deepEqual(look(), before);
});

test('what root restores into the folder of another user is that user’s, who runs the service', async () => {
  const data_dir = newFolder();
  await restoreTo(data_dir, [place, '--quick']);
  const [uid, gid] = process.getuid?.() === 0 ? [65534, 65534] : [statSync(data_dir).uid, -1];
  for (const file of readdirSync(data_dir)) chownSync(join(data_dir, file), uid, gid);
  chownSync(data_dir, uid, gid);
  rmSync(join(data_dir, 'server.lock'));
  await restoreTo(data_dir, [place, '--quick', '--replace']);
  const files = readdirSync(data_dir, { recursive: true, encoding: 'utf8' });
  assert.ok(files.includes('secret') && files.includes('server.lock'), files.join());
  assert.ok(files.some((file) => /^before-restore-.*kassa\.db$/.test(file)));
  for (const file of files) assert.equal(statSync(join(data_dir, file)).uid, uid, file);
});

test('nothing is restored while a server runs there', async () => {
  const data_dir = newFolder();
  const lock = takeServingLock(data_dir);
  await refused(
    ['restore', place],
    { KASSA_DATA_DIR: data_dir },
    /is running on .*: stop it first/,
  );
  await refused(
    ['restore', place, '--to', 'postgres://127.0.0.1:9/nowhere'],
    { KASSA_DATA_DIR: data_dir },
    /is running on .*, and the secret .* go into a data folder: choose another one with KASSA_DATA_DIR/,
  );
  lock.release();
  await restoreTo(data_dir, [place, '--quick']);
});
