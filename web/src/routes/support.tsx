import { PageHeading } from '@/components/page-heading.tsx';
import { CallsPanel } from '@/features/calls-panel/calls-panel.tsx';
import { appointmentsQuery } from '@/features/calls-panel/queries.ts';
import { CoachProfile } from '@/features/coach/coach-profile.tsx';
import { Questions } from '@/features/coach/questions.tsx';
import { SpeakWithCoach } from '@/features/coach/speak-with-coach.tsx';
import { SpeakWithSupport } from '@/features/coach/speak-with-support.tsx';
import { ManageCall } from '@/features/manage-call/manage-call.tsx';
import { COACH } from '@/lib/care-team.ts';
import { queryClient } from '@/lib/query-client.ts';
import type { SignedInUser } from '@/lib/session.ts';
import type { PageProps } from '@/portal/pages.ts';

export const prefetch = ({ id }: SignedInUser) => queryClient.prefetchQuery(appointmentsQuery(id));

export default function Support({ title }: PageProps) {
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <div className="rise grid gap-5 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start">
        <div className="space-y-5 sm:space-y-6">
          <CoachProfile person={COACH} />
          <SpeakWithCoach />
        </div>
        <div className="lg:row-span-2">
          <CallsPanel actions={ManageCall} />
        </div>
        <div className="space-y-5 sm:space-y-6">
          <SpeakWithSupport />
          <Questions />
        </div>
      </div>
    </>
  );
}
