import { stepsOf, TREATMENT, JOURNEY, type Progress } from '@domain/journey/index.ts';
import { Greeting } from './greeting.tsx';
import { HomeGrid } from './home-grid.tsx';
import { PlanCard } from './plan-card.tsx';

/** In treatment, where the card has every part that it can have. */
const SOMEWHERE: Progress = {
  completed: JOURNEY.slice(0, JOURNEY.indexOf(TREATMENT))
    .flatMap(stepsOf)
    .map(({ phase }) => ({ phaseId: phase.id, cycleNumber: null })),
  status: 'Active',
};

/** Greeting and plan of nobody: drawn into Home's page at build time, and filled by `show-plan.ts`. */
export function PlanPattern() {
  return (
    <>
      <Greeting now={0} name="" />
      <HomeGrid>
        <PlanCard planName="" progress={SOMEWHERE} />
      </HomeGrid>
    </>
  );
}
