import { MARKING } from '@domain/copy/plan-acts.ts';
import { MOVE_ON } from '@domain/copy/after-test.ts';
import { findStep } from '@domain/journey/definition.ts';
import type { ActionFacts } from '@domain/journey/actions.ts';
import type { AheadFacts } from '@domain/journey/ahead.ts';
import type { Step } from '@domain/journey/types.ts';
import { Button } from '@/components/action/button.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { MoveOn } from './move-on.tsx';
import type { OwnPlan } from '../own-plan.ts';
import { phaseTitles } from './phase-titles.ts';
import { Undo } from './undo.tsx';
import { useMarking } from './use-marking.tsx';

type Props = {
  /** Null once everything is complete. */
  step: Step | null;
  facts: AheadFacts & Pick<ActionFacts, 'ticks'>;
  asks: boolean;
  plan: OwnPlan | null;
};

/** Below Home's tasks: the buttons that move the plan on and back. Loaded after the first screen. */
export default function PlanButtons({ step, facts, asks, plan }: Props) {
  const isBeforeApplicators = step?.phase.id === 'ovulation' || step?.phase.id === 'abstinence';
  // A peak was logged or an applicator was used, and the plan is at an earlier phase of the cycle.
  const hasUsed = facts.ticks?.hasUsed === true;
  const canMoveOn = asks && isBeforeApplicators && (hasUsed || facts.ticks?.hasPeak === true);
  const { id } = useUser();
  const { mark, saving, dialog } = useMarking({ userId: id, facts, asks });
  const takeBack = plan?.takeBack;
  const last = takeBack?.steps.at(-1);
  const { redirectAfterPath } = (last && findStep(last.phaseId, last.cycle)?.phase) ?? {};
  const isSurveyDue = takeBack?.isByCall && redirectAfterPath && plan?.hasRatedConfidence === false;
  return (
    <div className="mt-5 space-y-4 border-t border-line pt-5 empty:hidden">
      {canMoveOn && (
        <div>
          <p className="mb-3 max-w-prose">
            {hasUsed ? MOVE_ON.used : MOVE_ON.home} {MOVE_ON.text}
          </p>
          <MoveOn />
        </div>
      )}
      {step && (
        <div>
          <p className="mb-3 max-w-prose text-small text-soft">{MARKING.whole(step.phase.title)}</p>
          <Button
            look={canMoveOn ? 'outline' : 'complete'}
            className="w-full sm:w-auto"
            busy={saving}
            onClick={() => mark(step)}
          >
            {saving ? 'Updating...' : 'Mark as complete'}
          </Button>
        </div>
      )}
      {takeBack && (
        <div className="flex flex-wrap items-center gap-x-2 text-small text-soft">
          {takeBack.isByCall
            ? MARKING.byCall(phaseTitles(takeBack).at(-1) ?? '')
            : MARKING.isComplete(phaseTitles(takeBack))}
          <Undo takeBack={takeBack} className="-my-2 -ml-6" />
        </div>
      )}
      {isSurveyDue && (
        <p className="text-small">
          <TextLink to={redirectAfterPath}>{MARKING.survey}</TextLink>
        </p>
      )}
      {dialog}
    </div>
  );
}
