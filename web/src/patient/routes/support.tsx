import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { UpcomingAppointments } from '@/patient/features/appointments/upcoming-appointments.tsx';
import { appointmentsQuery } from '@/patient/features/appointments/queries.ts';
import { CoachProfile } from '@/patient/features/coach/coach-profile.tsx';
import { Questions } from '@/patient/features/coach/questions.tsx';
import { SpeakWithCoach } from '@/patient/features/coach/speak-with-coach.tsx';
import { SpeakWithSupport } from '@/patient/features/coach/speak-with-support.tsx';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { LetUsKnow } from '@/patient/features/outcomes/let-us-know.tsx';
import { coachOf } from '@/lib/clinic/care-team.ts';
import { useOwnCoach } from '@/lib/clinic/use-own-coach.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { prefetchCare, useCare } from '@/patient/across-features/use-care.ts';
import type { PageProps } from '@/patient/pages.ts';

export const prefetch = (user: SignedInUser) =>
  Promise.all([queryClient.prefetchQuery(appointmentsQuery(user.id)), prefetchCare(user)]);

export default function Support({ title }: PageProps) {
  const { care } = useCare();
  const { data: customer } = useQuery(customerQuery(useUser().id));
  const own = useOwnCoach();
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <div className="rise grid gap-5 sm:gap-6 xl:grid-cols-[minmax(0,1fr)_21rem] xl:items-start">
        <div className="space-y-5 sm:space-y-6">
          {/* A coach who may not be the patient's must not be named. */}
          {(customer !== undefined || own) && (
            <CoachProfile person={coachOf(customer ? customer.coach : own)} />
          )}
          <SpeakWithCoach />
          <LetUsKnow care={care} />
        </div>
        <div className="xl:row-span-2">
          <UpcomingAppointments />
        </div>
        <div className="space-y-5 sm:space-y-6">
          <SpeakWithSupport />
          <Questions />
        </div>
      </div>
    </>
  );
}
