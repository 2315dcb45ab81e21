/** Told as the work goes on: so much of so much is done. */
export type Progress = (step: string, done: number, total: number, unit: Unit) => void;

export type Unit = 'MB' | 'records' | 'indexes';
