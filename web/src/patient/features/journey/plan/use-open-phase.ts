import { useLocation, useSearchParams } from 'wouter';
import { findStep } from '@domain/journey/definition.ts';
import type { Step } from '@domain/journey/types.ts';
import { leaveEntry } from '@/components/overlay/follow-back.ts';

type OpenPhase = {
  step: Step | null;
  open: (step: Step) => void;
  /** Goes back to the journey. `leaving` if another page follows right away. */
  close: (leaving?: boolean) => void;
};

/** Marks history entries opened from the journey, so that closing goes back to it. */
const FROM_PLAN = 'opened from the plan';

/** The open phase, kept in the URL, so that reload, Back and external links show it. */
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
