import type { CompletedPhase } from '@domain/journey/progress.ts';

// No library, because web/src/first-visit reads it too.

export const COMPLETED_COLUMNS = 'phase_id,stage_number,cycle_number,completed_at';

export type CompletedRow = { phase_id: string; cycle_number: number | null };

export const completedPhaseOf = (row: CompletedRow): CompletedPhase => ({
  phaseId: row.phase_id,
  cycleNumber: row.cycle_number,
});
