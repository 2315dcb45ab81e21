import type { Progress, Unit } from '../care/backups/progress.ts';
import type { Clock } from '../platform/core/time.ts';

const LINE_EVERY_MS = 2_000;
const TERMINAL_EVERY_MS = 100;
const MB = 1_000_000;

interface Shown {
  progress: Progress;
  /** Clears what a terminal still shows of it. */
  end(): void;
}

/** Shows how far a command is: in place on a terminal, otherwise as a line now and then. */
export function showProgress(
  { write, is_terminal }: { write(text: string): void; is_terminal: boolean },
  clock: Clock,
): Shown {
  let step = '';
  let begun = { at: clock(), done: 0 };
  let shown_at = clock();
  const pause_ms = is_terminal ? TERMINAL_EVERY_MS : LINE_EVERY_MS;
  return {
    progress(next_step, done, total, unit) {
      const now = clock();
      if (step !== next_step) {
        step = next_step;
        begun = { at: now, done };
      }
      if (now - shown_at < pause_ms) return;
      shown_at = now;
      const since = { taken_ms: now - begun.at, gained: done - begun.done };
      const text = progressText({ step, done, total, unit, ...since });
      write(is_terminal ? `\r\x1b[K${text}` : `  ${text}\n`);
    },
    end() {
      if (is_terminal) write('\r\x1b[K');
    },
  };
}

interface Standing {
  step: string;
  done: number;
  total: number;
  unit: Unit;
  /** Since the step first reported, when some of it may have been done. */
  taken_ms: number;
  gained: number;
}

/** `Copying 45 %, 120 of 266 MB, 3 s left` */
function progressText({ step, done, total, unit, taken_ms, gained }: Standing): string {
  const part = total > 0 ? Math.min(done / total, 1) : 1;
  const number = (value: number) =>
    Math.round(unit === 'MB' ? value / MB : value).toLocaleString('en');
  const left_ms = (taken_ms * Math.max(total - done, 0)) / gained;
  const left = gained > 0 ? `, ${timeText(Math.ceil(left_ms / 1_000))} left` : '';
  return `${step} ${Math.floor(part * 100)} %, ${number(done)} of ${number(total)} ${unit}${left}`;
}

const timeText = (seconds: number): string =>
  seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
