import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { PageHeading } from '@/components/page-heading.tsx';
import { LoadingBlock } from '@/components/ui/skeleton.tsx';
import { appointmentsQuery } from '@/features/calls-panel/queries.ts';
import { CannotMove } from '@/features/scheduling/cannot-move.tsx';
import { Scheduling } from '@/features/scheduling/scheduling.tsx';
import { useUser } from '@/lib/session.ts';
import { useNow } from '@/lib/use-now.ts';
import type { PageProps } from '@/portal/pages.ts';

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
