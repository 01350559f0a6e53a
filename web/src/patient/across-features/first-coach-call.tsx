import { useQuery } from '@tanstack/react-query';
import { FIRST_COACH_CALL } from '@domain/copy/first-coach-call.ts';
import { isFirstCoachCallOpen } from '@domain/journey/first-coach-call.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { readPlan } from '@/patient/features/journey/own-plan.ts';
import { planQuery } from '@/patient/features/journey/plan-query.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import { useCare } from './use-care.ts';

type Props = { calls: readonly { appointmentType: string }[] };

/** Above the times of a support call: the plan asks for another one first. */
export default function FirstCoachCall({ calls }: Props) {
  const { id } = useUser();
  const { care } = useCare();
  const { data: plan } = useQuery({ ...planQuery(id), select: readPlan });
  const progress = progressOf(useQuery(completedPhasesQuery(id)), useQuery(customerQuery(id)));
  if (!plan || !progress || !care?.surfaces.plan.asks) return null;
  const callsAhead = calls.map(({ appointmentType }) => appointmentType);
  if (!isFirstCoachCallOpen(progress, { callsHeld: plan.plan.callsHeld, callsAhead })) return null;
  return (
    <div className="mb-5">
      <Notice>
        <p className="font-semibold">{FIRST_COACH_CALL.question}</p>
        <p className="mt-1">{FIRST_COACH_CALL.text}</p>
        <GoButton
          to="/schedule?appointmentType=meet-your-clinical-coach"
          look="outline"
          className="mt-3 bg-card max-sm:w-full"
        >
          {FIRST_COACH_CALL.book}
        </GoButton>
      </Notice>
    </div>
  );
}
