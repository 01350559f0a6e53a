import type { CareState } from '@domain/care-state/facts.ts';
import { STATE_NAMES } from '@domain/care-state/state-names.ts';
import { Badge, type BadgeTone } from '@/components/layout/badge.tsx';

const TONES: Partial<Record<CareState, BadgeTone>> = { treatment: 'complete', pregnant: 'brand' };

/** Where the patient stands: the care state itself. */
export const StatusBadge = ({ state }: { state: CareState }) => (
  <Badge tone={TONES[state] ?? 'other'}>{STATE_NAMES[state].workspace}</Badge>
);
