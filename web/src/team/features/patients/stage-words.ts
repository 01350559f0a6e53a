import { JOURNEY_OUTLINE } from '@domain/journey/outline.ts';

export const stageWords = (stage: number, cycle: number | null): string =>
  cycle === null ? `Stage ${stage}` : `Stage ${stage}, cycle ${cycle}`;

export const phaseTitle = (phase: string | null): string | null =>
  JOURNEY_OUTLINE.flatMap((stage) => stage.phases).find(({ id }) => id === phase)?.title ?? phase;
