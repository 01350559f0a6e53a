import { Check } from 'lucide-react';
import type { ActionType, Step } from '@domain/journey/types.ts';
import type { Marker, TimelinePhase } from '@domain/journey/timeline.ts';
import { PhaseCard } from './phase-card.tsx';

type Props = {
  phases: readonly TimelinePhase[];
  countsOf: (step: Step) => Record<ActionType, number>;
  onOpen: (step: Step) => void;
};

/** The phases from top to bottom, each with its marker and the line to the next one. */
export function PhaseTimeline({ phases, countsOf, onOpen }: Props) {
  return (
    <ol>
      {phases.map(({ step, phase, marker, connector, isLocked }) => (
        <li
          key={step.phase.id}
          aria-current={marker === 'current' ? 'step' : undefined}
          className="relative flex gap-3 pb-4 last:pb-0 sm:gap-5"
        >
          {connector && (
            <span
              aria-hidden="true"
              data-connector={connector}
              className={`absolute top-8 -bottom-4 left-[calc(1.125rem-1px)] w-0.5 ${
                connector === 'complete' ? 'bg-sage' : 'bg-line'
              }`}
            />
          )}
          <MarkerDot marker={marker} number={step.phase.number} />
          <PhaseCard
            {...{ step, phase, isLocked, onOpen }}
            isCurrent={marker === 'current'}
            counts={countsOf(step)}
          />
        </li>
      ))}
    </ol>
  );
}

const dots: Record<Marker, string> = {
  complete: 'bg-sage text-on-sage',
  current: 'bg-brand text-on-brand ring-4 ring-blush',
  ahead: 'bg-line text-soft',
};

const words: Record<Marker, string> = { complete: 'Complete', current: 'Current', ahead: 'Not complete' };

function MarkerDot({ marker, number }: { marker: Marker; number: number }) {
  return (
    <span
      data-marker={marker}
      className={`relative mt-3.5 grid size-9 shrink-0 place-items-center rounded-full text-small font-semibold tabular-nums ${dots[marker]}`}
    >
      {marker === 'complete' ? <Check aria-hidden="true" className="size-4.5" strokeWidth={2.5} /> : number}
      <span className="sr-only">{words[marker]}</span>
    </span>
  );
}
