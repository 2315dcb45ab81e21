/** A row of `moves`. */
export interface MoveMark {
  move_id: string;
  role: 'source' | 'target';
  other: string;
  started_at: number;
  finished_at: number | null;
}
