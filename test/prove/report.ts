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
  const findings = done.reduce((sum, one) => sum + one.findings.length, 0);
  const seconds = Math.round(done.reduce((sum, one) => sum + one.seconds, 0));
  const lines = [
    `# Evidence of ${report.commit}${report.is_changed ? ', with changes' : ''}`,
    '',
    `${report.started_at.toISOString()}, ${seconds} s, size ${report.size}, seed ${report.seed}; ` +
      `${processors} processors, ${memory_gb} GB, Node ${node}, ${platform}.`,
    '',
    findings === 0 ? 'Nothing was found.' : `**${findings} findings.**`,
    ...done.flatMap((one) => stepInWords(one, report)),
    '',
  ];
  return lines.join('\n');
}

function stepInWords(done: Done, { size, seed }: Omit<Report, 'done'>): string[] {
  const { step, shows, engine, seconds, figures, findings, left_out } = done;
  const repeat = `npm run prove -- --only ${step} --engine ${engine} --seed ${seed}`;
  const flag = size === 'usual' ? '' : ` --${size}`;
  return [
    '',
    `## ${step} on ${engine}: ${findings.length === 0 ? 'nothing found' : 'FOUND'} (${seconds} s)`,
    '',
    `${shows}.`,
    ...(left_out === undefined ? [] : ['', `**It did not run: ${left_out}**`]),
    '',
    ...Object.entries(figures).map(([name, value]) => `- ${name}: ${value.toLocaleString('en')}`),
    ...findings.map((text) => `- **found**: ${text.replaceAll('\n', ' ')}`),
    ...(findings.length === 0 ? [] : ['', `Repeat it: \`${repeat}${flag}\``]),
  ];
}
