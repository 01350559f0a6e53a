import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { afterwardsOf } from '@domain/journey/afterwards.ts';
import { CardGroup } from '@/components/layout/card-group.tsx';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { calendarFeedQuery } from '@/patient/features/calendar-feed/queries.ts';
import { ChangeEmail } from '@/patient/features/change-email/change-email.tsx';
import { consentHistoryQuery, consentsQuery, hasNumberQuery } from '@/patient/features/consent/queries.ts';
import { AccountDetails } from '@/patient/features/customer/account-details.tsx';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { cycleQuery } from '@/patient/features/cycle/queries.ts';
import { progressOf } from '@/patient/features/journey/progress-of.ts';
import { completedPhasesQuery } from '@/patient/features/journey/queries.ts';
import LeavingBanner from '@/patient/features/leaving/leaving-banner.tsx';
import { leavingQuery } from '@/patient/features/leaving/queries.ts';
import { phoneQuery } from '@/patient/features/phone-number/queries.ts';
import { remindersQuery } from '@/patient/features/reminders/queries.ts';
import { AccountResults } from '@/patient/features/results/account-results.tsx';
import { useHidePregnancy } from '@/patient/features/results/hide-preference.ts';
import { Logout } from '@/patient/features/pending-entries/logout.tsx';
import { PendingEntries } from '@/patient/features/pending-entries/pending-entries.tsx';
import { timeZoneQuery } from '@/patient/features/time-zone/queries.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { emailChangeQuery } from '@/patient/features/change-email/email-change-query.ts';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

const loadCycle = () => import('@/patient/across-features/account-cycle.tsx');
const Periods = lazy(() => loadCycle().then(({ Periods: part }) => ({ default: part })));
const Chart = lazy(() => loadCycle().then(({ Chart: part }) => ({ default: part })));
const settings = import('@/patient/across-features/account-settings.tsx');
const AccountSettings = lazy(() => settings);
const EmailChangeBanner = lazy(() => import('@/patient/features/change-email/email-change-banner.tsx'));
const YourTreatment = lazy(() => import('@/patient/features/outcomes/your-treatment.tsx'));

export const prefetch = ({ id }: SignedInUser) =>
  Promise.all([
    prefetchCare({ id }),
    queryClient.prefetchQuery(cycleQuery(id)),
    queryClient.prefetchQuery(completedPhasesQuery(id)),
    queryClient.prefetchQuery(leavingQuery(id)),
    queryClient.prefetchQuery(consentsQuery(id)),
    queryClient.prefetchQuery(consentHistoryQuery(id)),
    queryClient.prefetchQuery(hasNumberQuery(id)),
    queryClient.prefetchQuery(remindersQuery(id)),
    queryClient.prefetchQuery(phoneQuery(id)),
    queryClient.prefetchQuery(timeZoneQuery(id)),
    queryClient.prefetchQuery(calendarFeedQuery(id)),
    queryClient.prefetchQuery(emailChangeQuery(id)),
  ]);

export default function Account({ title }: PageProps) {
  const user = useUser();
  const record = useQuery(customerQuery(user.id));
  const { data: customer = null, error } = record;
  const completed = useQuery(completedPhasesQuery(user.id));
  const progress = progressOf(completed, record);
  useFailureToast(error, 'Failed to load customer information. Please try again later.');
  const { care, isPending } = useCare();
  // After three cycles, the patient is no longer asked to test, the same as on Home.
  const asksToTest = (care?.surfaces.home.asksToTest && !(progress && afterwardsOf(progress))) ?? false;
  const [hidden, setHidden] = useHidePregnancy(care?.lossId);

  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Suspense>
        <EmailChangeBanner userId={user.id} />
      </Suspense>
      <LeavingBanner userId={user.id} />
      <section className="rise rounded-card border border-line bg-card p-6 shadow-card sm:p-9">
        <AccountDetails customer={customer} email={user.email} />
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <ChangeEmail user={user} />
          <Logout />
        </div>
      </section>
      <div className="mt-6 space-y-6">
        <PendingEntries />
        <AccountResults
          asksToTest={asksToTest}
          periodList={
            <Suspense>
              <Periods care={care} asks={asksToTest} />
            </Suspense>
          }
          hidden={hidden}
          onHide={setHidden}
          isPending={isPending || (completed.isPending && !completed.isPaused)}
        />
        <CardGroup title="Cycle and treatment">
          <Suspense>
            <Chart care={care} hidePregnancy={hidden} />
          </Suspense>
          {care && (
            <Suspense>
              <YourTreatment care={care} />
            </Suspense>
          )}
        </CardGroup>
        <Suspense>
          <AccountSettings
            user={user}
            isInTreatment={isPending ? undefined : (care?.surfaces.reminders.treatment ?? false)}
          />
        </Suspense>
      </div>
    </>
  );
}
