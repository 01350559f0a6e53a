/** The stage whose completed phases decide the patient's cycle. */
export const TREATMENT_STAGE = 3;

/** The patient's cycle, by the completed phases of treatment: the highest, or 1 before the first. */
export const treatmentCycle = (completedIn: readonly (number | null)[]): number =>
  Math.max(1, ...completedIn.map((cycle) => cycle ?? 1));
