import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PLAN_AT_REST } from '@domain/copy/plan-at-rest.ts';
import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { logFailure } from '@/lib/backend/log.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
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

/** Outside treatment nothing is asked, but the timers and help are available. */
export default function SafetyCheckPage({ title }: PageProps) {
  const { care } = useCare();
  const { id } = useUser();
  const { data: calls = [] } = useQuery(appointmentsQuery(id));
  const safetyCall = calls.find(({ appointmentType }) => appointmentType === 'safety-call') ?? null;
  const isKeptBlocked = useKeptBlocked(id);
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

/** Its rules are large and rarely needed, so the page comes first. */
function useKeptBlocked(userId: string): boolean {
  const { data: answer } = useQuery(cycleQuery(userId));
  const [read, setRead] = useState<(answer: unknown) => boolean>();
  useEffect(() => {
    void import('@/patient/across-features/kept-blocked.ts').then(
      ({ isKeptBlockedIn }) => setRead(() => isKeptBlockedIn),
      (error: unknown) => logFailure('The clinician’s decision did not load', error),
    );
  }, []);
  return answer !== undefined && read?.(answer) === true;
}
