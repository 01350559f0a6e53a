import { JOURNEY_OUTLINE, stepsOf, TREATMENT_OUTLINE } from '@domain/journey/outline.ts';
import type { Progress } from '@domain/journey/progress.ts';
import { Greeting } from '@/patient/features/journey/home/greeting.tsx';
import { HomeGrid } from '@/patient/features/journey/home/home-grid.tsx';
import { JourneyCard } from '@/patient/features/journey/home/journey-card.tsx';

/** In treatment, where the card has every part that it can have. */
const IN_TREATMENT: Progress = {
  completed: JOURNEY_OUTLINE.slice(0, JOURNEY_OUTLINE.indexOf(TREATMENT_OUTLINE))
    .flatMap(stepsOf)
    .map(({ phase }) => ({ phaseId: phase.id, cycleNumber: null })),
  status: 'Active',
};

/**
 * Greeting and journey without a patient: prerendered into Home's page, and filled in by `show-journey.ts`.
 */
export function JourneyTemplate() {
  return (
    <template data-part="journey-template">
      <Greeting now={0} name="" />
      <HomeGrid>
        <JourneyCard programmeName="" progress={IN_TREATMENT} />
      </HomeGrid>
    </template>
  );
}
