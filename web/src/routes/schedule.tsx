import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { localDate } from '@domain/time/local.ts';
import { PageHeading } from '@/components/page-heading.tsx';
import { LoadingBlock } from '@/components/ui/skeleton.tsx';
import { appointmentsQuery } from '@/features/calls-panel/queries.ts';
import { appointmentTypeQuery, slotsQuery } from '@/features/scheduling/queries.ts';
import { CannotMove } from '@/features/scheduling/cannot-move.tsx';
import { Scheduling } from '@/features/scheduling/scheduling.tsx';
import { deviceZone } from '@/lib/device-zone.ts';
import { queryClient } from '@/lib/query-client.ts';
import { useUser, type SignedInUser } from '@/lib/session.ts';
import { useNow } from '@/lib/use-now.ts';
import type { PageProps } from '@/portal/pages.ts';

export async function prefetch({ id }: SignedInUser): Promise<void> {
  const { slug, moving } = asked(location.search);
  if (moving) await queryClient.prefetchQuery(appointmentsQuery(id));
  if (moving || slug === '') return; // which type it is, the call itself has to say first
  await Promise.all([
    queryClient.prefetchQuery(appointmentTypeQuery(slug)),
    queryClient.prefetchQuery(slotsQuery({ slug }, localDate(Date.now(), deviceZone()))),
  ]);
}

export default function Schedule({ title }: PageProps) {
  const { slug, moving } = asked(useSearch());
  return (
    <>
      <PageHeading>{title}</PageHeading>
      {moving ? <Moving key={moving} id={moving} /> : <Scheduling key={slug} slug={slug} />}
    </>
  );
}

/** Whoever came in time may finish; the server has the last word. */
const never = () => undefined;

function Moving({ id }: { id: string }) {
  const now = useNow(never);
  const { data, isPending } = useQuery(appointmentsQuery(useUser().id));
  if (isPending) return <LoadingBlock lines={3} />;
  const call = data?.find((each) => each.id === id);
  return call && now <= call.changeableUntil ? (
    <Scheduling slug={call.appointmentType} moving={call} />
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
