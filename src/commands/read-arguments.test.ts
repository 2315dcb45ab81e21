import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments, refuseSwallowed } from './read-arguments.ts';

test('an option that is not known, or not well-formed, is told in a plain sentence', async () => {
  const cases: [string[], RegExp][] = [
    [['--stroe', 'x'], /^There is no option --stroe\. Did you mean --store\? See: .*--help$/],
    [['--something'], /^There is no option --something\. See: /],
    [['-x'], /^There is no option -x\. See: /],
    [['--store'], /^--store needs a value; .* --store=-…\. See: /],
    [['--store', '--json'], /^--store needs a value; /],
    [['--yes=1'], /^--yes takes no value\. See: /],
  ];
  for (const [args, message] of cases) {
    await assert.rejects(readArguments(['keys', 'create', ...args]), { message });
  }
  const { values, positionals } = await readArguments(['keys', 'create', '--store=-x']);
  assert.deepEqual([positionals, values.store], [['keys', 'create'], '-x']);
});

test('options that npm has taken for itself are refused, with the command that works', () => {
  const words = ['keys', 'create'];
  const cases: [Record<string, string>, string][] = [
    [{ scope: 'read' }, 'keys create --scope read'],
    [{ store: 'true' }, 'keys create --store …'],
    [{ store: 'My shop', expires: 'P30D' }, "keys create --store 'My shop' --expires P30D"],
    [{ full: 'true' }, 'keys create --full'],
    [{ token_description: '/srv/other' }, 'keys create --to /srv/other'],
    [{ forward_to: 'http://x' }, 'keys create --forward-to http://x'],
    [{ email: 'true' }, 'keys create --email …'],
  ];
  for (const [config, command] of cases) {
    assert.throws(
      () => refuseSwallowed(npmWith(config), words),
      ({ message }) => message.endsWith(`Write -- before the command: npm run kassa -- ${command}`),
    );
  }
});

test('settings that npm has from elsewhere are no options of ours', () => {
  const settings = { scope: '@acme', email: 'ada@example.com', json: 'true', yes: 'true' };
  refuseSwallowed(npmWith({ ...settings, prefix: '/usr', store: '' }), ['keys', 'create']);
  const another_script = { ...npmWith({ scope: 'read' }), npm_lifecycle_event: 'deploy' };
  assert.doesNotThrow(() => refuseSwallowed(another_script, ['keys', 'create']));
});

const npmWith = (config: Record<string, string>): Record<string, string> => ({
  npm_lifecycle_event: 'kassa',
  ...Object.fromEntries(
    Object.entries(config).map(([name, value]) => [`npm_config_${name}`, value]),
  ),
});
