import type { CareState } from '@domain/care-state/facts.ts';
import { STATE_NAMES } from '@domain/care-state/state-names.ts';
import { Badge, type BadgeTone } from '@/components/layout/badge.tsx';

const TONES: Partial<Record<CareState, BadgeTone>> = { treatment: 'complete', pregnant: 'brand' };
const TREATMENT_STAGE = 3;

/** The care state. Treatment begins before stage 3, so its words follow the stage. */
export function StatusBadge({ state, stage }: { state: CareState; stage?: number | null | undefined }) {
  const words = state === 'treatment' ? ordinaryWords(stage) : STATE_NAMES[state].workspace;
  return words && <Badge tone={TONES[state] ?? 'other'}>{words}</Badge>;
}

function ordinaryWords(stage: number | null | undefined): string | null {
  if (stage == null) return null;
  if (stage === TREATMENT_STAGE) return STATE_NAMES.treatment.workspace;
  return stage < TREATMENT_STAGE ? 'Before treatment' : 'After treatment';
}
