/** The stage whose completed phases tell the patient's cycle. */
export const TREATMENT_STAGE = 3;

/** The cycle that a patient is in, by the cycles of their completed phases of treatment: the highest, 1 before the first. */
export const treatmentCycle = (completedIn: readonly (number | null)[]): number =>
  Math.max(1, ...completedIn.map((cycle) => cycle ?? 1));
