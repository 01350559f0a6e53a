import { useLocation, useSearchParams } from 'wouter';
import { findStep } from '@domain/journey/definition.ts';
import type { Step } from '@domain/journey/types.ts';
import { leaveEntry } from '@/components/overlay/follow-back.ts';

type OpenPhase = {
  step: Step | null;
  open: (step: Step) => void;
  /** Back to the journey; `leaving` where another page follows at once. */
  close: (leaving?: boolean) => void;
};

/** Marks the entries of the history that were opened from the journey, so that closing goes back to it. */
const FROM_PLAN = 'opened from the plan';

/** Which phase is open, kept in the URL: reload, Back and an external link all show it. */
export function useOpenPhase(): OpenPhase {
  const [path, navigate] = useLocation();
  const [search] = useSearchParams();
  const phaseId = search.get('phase');
  const cycle = search.get('cycle');
  return {
    step: phaseId === null ? null : findStep(phaseId, cycle === null ? null : Number(cycle)),
    open: (step) => navigate(`${path}?${addressOf(step)}`, { state: FROM_PLAN }),
    close: (leaving = false) => {
      if (leaving || !leaveEntry(FROM_PLAN)) navigate(path, { replace: true });
    },
  };
}

function addressOf({ phase, cycle }: Step): string {
  const search = new URLSearchParams({ phase: phase.id });
  if (cycle !== null) search.set('cycle', String(cycle));
  return search.toString();
}
