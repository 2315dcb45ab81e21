import { after } from 'node:test';

// What tests have started is stopped when the file that started it has ended, or, if files share
// it, when all have. A hook could not: one that is set while another runs ends with that.

type Ending = () => unknown;
const of_file: Ending[] = [];
const of_process: Ending[] = [];

/** Stops something after the test file. */
export function atEndOfFile(end: Ending): void {
  of_file.push(end);
}

/** Stops something after the last test file of this process. */
export function atEndOfProcess(end: Ending): void {
  of_process.push(end);
}

export async function endFile(): Promise<void> {
  await endAll(of_file);
}

after(async () => {
  await endAll(of_file);
  await endAll(of_process);
});

/** What was started last is stopped first: it may use the others. */
async function endAll(endings: Ending[]): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
