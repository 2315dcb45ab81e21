import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Engine, Outcome, Size } from './step.ts';

/** A step that has run. */
export interface Done extends Outcome {
  step: string;
  shows: string;
  engine: Engine;
  seconds: number;
}

export interface Report {
  commit: string;
  /** Whether files differ from that commit. */
  is_changed: boolean;
  size: Size;
  seed: number;
  started_at: Date;
  done: Done[];
}

/** Whether every step has run, and nothing was found. A step that was left out shows nothing. */
export const isEvidence = (done: Done[]): boolean =>
  done.length > 0 &&
  done.every(({ findings, left_out }) => findings.length === 0 && left_out === undefined);

/** What was found, and what was not looked for. */
export function conclusionOf(done: Done[]): string {
  const findings = done.reduce((sum, one) => sum + one.findings.length, 0);
  const missing = done.flatMap(({ step, left_out }) =>
    left_out === undefined ? [] : [`${step} DID NOT RUN: ${left_out}.`],
  );
  if (done.length === 0) missing.push('No step runs on this database.');
  const found = findings === 0 ? 'Nothing was found' : `${findings} findings`;
  if (missing.length === 0) return `${found}.`;
  return `${missing.join(' ')} This is no evidence for what is missing. ${found} otherwise.`;
}

/** Writes it for people and for programs. Returns the path of the first. */
export function writeReport(report: Report, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `prove-${report.commit}`);
  writeFileSync(`${path}.json`, `${JSON.stringify({ ...report, machine: machine() }, null, 2)}\n`);
  writeFileSync(`${path}.md`, inWords(report));
  return `${path}.md`;
}

const machine = () => ({
  processors: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
});

function inWords({ done, ...report }: Report): string {
  const { processors, memory_gb, node, platform } = machine();
  const seconds = Math.round(done.reduce((sum, one) => sum + one.seconds, 0));
  const lines = [
    `# Evidence of ${report.commit}${report.is_changed ? ', with changes' : ''}`,
    '',
    `${report.started_at.toISOString()}, ${seconds} s, size ${report.size}, seed ${report.seed}; ` +
      `${processors} processors, ${memory_gb} GB, Node ${node}, ${platform}.`,
    '',
    isEvidence(done) ? conclusionOf(done) : `**${conclusionOf(done)}**`,
    ...done.flatMap((one) => stepInWords(one, report)),
    '',
  ];
  return lines.join('\n');
}

function stepInWords(done: Done, { size, seed }: Omit<Report, 'done'>): string[] {
  const { step, shows, engine, seconds, figures, findings, left_out } = done;
  const repeat = `npm run prove -- --only ${step} --engine ${engine} --seed ${seed}`;
  const nothing = left_out === undefined ? 'nothing found' : 'NOT RUN';
  const outcome = findings.length > 0 ? 'FOUND' : nothing;
  const flag = size === 'usual' ? '' : ` --${size}`;
  return [
    '',
    `## ${step} on ${engine}: ${outcome} (${seconds} s)`,
    '',
    `${shows}.`,
    ...(left_out === undefined ? [] : ['', `**It did not run: ${left_out}**`]),
    '',
    ...Object.entries(figures).map(([name, value]) => `- ${name}: ${value.toLocaleString('en')}`),
    ...findings.map((text) => `- **found**: ${text.replaceAll('\n', ' ')}`),
    ...(findings.length === 0 ? [] : ['', `Repeat it: \`${repeat}${flag}\``]),
  ];
}
