import { findStep } from '@domain/journey/definition.ts';
import type { UndoableCompletion } from '../own-plan.ts';

/** The titles of the phases an act completed. */
export const phaseTitles = ({ steps }: UndoableCompletion): string[] =>
  steps.flatMap(({ phaseId, cycle }) => findStep(phaseId, cycle)?.phase.title ?? []);
