/** Told as the work goes on: so much of so much is done. */
export type Progress = (step: string, done: number, total: number, unit: 'MB' | 'records') => void;
