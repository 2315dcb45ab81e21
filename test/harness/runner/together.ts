import { pathToFileURL } from 'node:url';
import './current-test.ts'; // before the runner is loaded
import { computedMs } from './processor-time.ts';

const { after, suite, test } = await import('node:test');
const { endFile } = await import('../endings.ts');

// Runs test files in this process, one after the other: a file is loaded when the one before it
// has ended and what that one had started is stopped. Its tests begin when all of it is loaded.
for (const file of process.argv.slice(2)) {
  test(file, () =>
    suite('has', async () => {
      const before_ms = computedMs();
      after(async () => {
        await endFile();
        process.stderr.write(`${file} computed for ${computedMs() - before_ms} ms\n`);
      });
      await import(pathToFileURL(file).href);
    }),
  );
}
