import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { localDate } from '@domain/time/local.ts';
import { PageHeading } from '@/components/layout/page-heading.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { appointmentsQuery, knownAppointments } from '@/patient/features/appointments/queries.ts';
import { appointmentTypeQuery, slotsQuery } from '@/patient/features/scheduling/queries.ts';
import { CannotMove } from '@/patient/features/scheduling/cannot-move.tsx';
import { Scheduling } from '@/patient/features/scheduling/scheduling.tsx';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/backend/session.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import type { PageProps } from '@/patient/pages.ts';

const SUPPORT_CALL = 'clinical-coach-support-call';

export async function prefetch({ id }: SignedInUser): Promise<void> {
  const { slug, moving } = asked(location.search);
  if (moving) await queryClient.prefetchQuery(appointmentsQuery(id));
  if (moving || slug === '') return; // the call has to load first, because it has the call type
  await Promise.all([
    queryClient.prefetchQuery(appointmentTypeQuery(slug)),
    queryClient.prefetchQuery(slotsQuery({ slug }, localDate(Date.now(), shownZone()))),
  ]);
}

const FirstCoachCall = lazy(() => import('@/patient/across-features/first-coach-call.tsx'));

export default function Schedule({ title }: PageProps) {
  const { slug, moving } = asked(useSearch());
  const { data: calls = [] } = useQuery(knownAppointments(useUser().id));
  return (
    <>
      <PageHeading>{title}</PageHeading>
      {slug === SUPPORT_CALL && !moving && (
        <Suspense>
          <FirstCoachCall calls={calls} />
        </Suspense>
      )}
      {moving ? <Moving key={moving} id={moving} /> : <Scheduling key={slug} {...{ slug, calls }} />}
    </>
  );
}

/** A patient who opened the page in time may finish. The server decides. */
const never = () => undefined;

function Moving({ id }: { id: string }) {
  const now = useNow(never);
  const { data, isPending } = useQuery(appointmentsQuery(useUser().id));
  if (isPending) return <LoadingBlock lines={3} />;
  const call = data?.find((each) => each.id === id);
  return call && now <= call.changeableUntil ? (
    <Scheduling slug={call.appointmentType} moving={call} calls={data ?? []} />
  ) : (
    <CannotMove />
  );
}

function asked(search: string): { slug: string; moving: string | undefined } {
  const parameters = new URLSearchParams(search);
  return {
    slug: parameters.get('appointmentType') ?? '',
    moving: parameters.get('reschedule') ?? undefined,
  };
}
