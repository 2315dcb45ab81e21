/** Reported as the work goes on: how much of the total is done. */
export type Progress = (step: string, done: number, total: number, unit: Unit) => void;

export type Unit = 'MB' | 'records' | 'indexes';
