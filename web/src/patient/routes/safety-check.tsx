import { useQuery } from '@tanstack/react-query';
import { PLAN_AT_REST } from '@domain/copy/plan-at-rest.ts';
import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import { keptBlockedAt } from '@domain/safety/safety-status.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { useCycleRecord } from '@/patient/features/cycle/record.ts';
import { safetyCheckQuery } from '@/patient/features/safety-check/queries.ts';
import { AfterAgreement } from '@/patient/features/safety-check/after-agreement.tsx';
import { SafetyCheck } from '@/patient/features/safety-check/safety-check.tsx';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = (user: SignedInUser) =>
  Promise.all([
    prefetchCare(user),
    queryClient.prefetchQuery(safetyCheckQuery(user.id)),
    queryClient.prefetchQuery(cycleQuery(user.id)),
    queryClient.prefetchQuery(appointmentsQuery(user.id)),
  ]);

/** Outside treatment nothing is asked; the timers and help are there all the same. */
export default function SafetyCheckPage({ title }: PageProps) {
  const { care } = useCare();
  const { id } = useUser();
  const { data: calls = [] } = useQuery(appointmentsQuery(id));
  const safetyCall = calls.find(({ appointmentType }) => appointmentType === 'safety-call') ?? null;
  const { record } = useCycleRecord();
  const isKeptBlocked = record !== null && keptBlockedAt(record.checks) !== null;
  const asks = care?.surfaces.plan.asks ?? true;
  return (
    <>
      <PageHeading intro={asks ? SAFETY_CHECK.intro : undefined}>{title}</PageHeading>
      {asks ? (
        <AfterAgreement>
          <SafetyCheck call={safetyCall} isKeptBlocked={isKeptBlocked} />
        </AfterAgreement>
      ) : (
        <div className="max-w-xl">
          <FlowStep
            heading={PLAN_AT_REST.check}
            moved={false}
            actions={
              <>
                <GoButton to="/home">Go to Home</GoButton>
                <GoButton to="/treatment-day?started" look="outline">
                  {SAFETY_CHECK.started}
                </GoButton>
                <GoButton to="/support" look="quiet">
                  {SAFETY_CHECK.coach}
                </GoButton>
              </>
            }
          />
        </div>
      )}
    </>
  );
}
