import { useQuery } from '@tanstack/react-query';
import { callToJoin } from '@domain/next-step/calls.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { CallToJoin } from '@/patient/features/appointments/call-to-join.tsx';
import { knownAppointments } from '@/patient/features/appointments/queries.ts';
import { CapInPlace } from '@/patient/features/treatment-day/cap-in-place.tsx';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { useNow } from '@/lib/dates/use-now.ts';

/** Over every page, so that nothing shifts: a call that can be joined, and a cap that is in. */
export default function Pinned({ userId, path }: { userId: string; path: string }) {
  const now = useNow((moment) => (Math.floor(moment / MINUTE) + 1) * MINUTE);
  const isOffline = useOffline();
  const call = callToJoin(useQuery(knownAppointments(userId)).data ?? [], now);
  return (
    <div
      id="pinned"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex flex-col items-center gap-2.5 sm:left-[calc(279px+1rem)]"
    >
      {call?.joinUrl && !isOffline && <CallToJoin {...call} joinUrl={call.joinUrl} />}
      <CapInPlace userId={userId} path={path} now={now} />
    </div>
  );
}
