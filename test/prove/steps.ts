import { canaries } from './canaries.ts';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { planted } from './planted.ts';
import { powerLoss } from './power-loss.ts';
import { races } from './races.ts';
import type { Step } from './step.ts';
import { tls } from './tls.ts';
import { walls } from './walls.ts';

/** All steps of `npm run prove`, in the order in which they run. */
export const STEPS: Step[] = [kills, powerLoss, races, hostile, walls, canaries, tls, planted];
