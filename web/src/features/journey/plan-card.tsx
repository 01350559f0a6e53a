import { currentPhase, currentStage, JOURNEY, type Progress } from '@domain/journey/index.ts';
import { Picture } from '@/components/art/picture.tsx';
import { LinkButton } from '@/components/ui/link-button.tsx';
import { PlanFrame } from './plan-frame.tsx';

const DEFAULT_PLAN = '3-cycle fertility treatment programme';

/** Where the patient is, at a glance. */
export function PlanCard({ planName, progress }: { planName: string | null; progress: Progress }) {
  const stage = currentStage(progress);
  const step = currentPhase(progress);
  const phase = step?.phase ?? stage.phases.at(-1)!;
  return (
    <PlanFrame
      aria-label="Your plan"
      picture={<Picture name={phase.image} decorative className="absolute inset-0 size-full" />}
    >
      <p className="caption">{planName || DEFAULT_PLAN}</p>
      {/* No line ends at the dash. */}
      <h2 className="mt-1.5 text-title">{`Stage\u00A0${stage.number}\u00A0- ${stage.title}`}</h2>
      {step?.cycle && <p className="mt-1 text-lead">{`Cycle ${step.cycle}`}</p>}
      <p className="mt-1 text-soft">
        {step ? phase.title : 'You have been through every stage of your plan.'}
      </p>
      <StageBar current={stage.number} isOver={!step} />
      <LinkButton to="/overview" look="outline" className="mt-6">
        See your plan
      </LinkButton>
    </PlanFrame>
  );
}

function StageBar({ current, isOver }: { current: number; isOver: boolean }) {
  const colour = (number: number) => {
    if (number < current || isOver) return 'bg-sage';
    return number === current ? 'bg-brand' : 'bg-line';
  };
  return (
    <div aria-hidden="true" className="mt-6 flex max-w-80 gap-1.5">
      {JOURNEY.map(({ number }) => (
        <span key={number} className={`h-2 flex-1 rounded-full ${colour(number)}`} />
      ))}
    </div>
  );
}
