import { lazy, Suspense } from 'react';
import { useNow } from '@/lib/dates/use-now.ts';
import type { UpcomingAppointment } from './queries.ts';

const ChangeButtons = lazy(() => import('./change-buttons.tsx'));

/** Moves or cancels a call, as long as the clinic's notice allows it. */
export function ManageAppointment({ appointment }: { appointment: UpcomingAppointment }) {
  const { changeableUntil } = appointment;
  const now = useNow((moment) => (moment <= changeableUntil ? changeableUntil + 1 : undefined));
  if (now > changeableUntil) return null;
  return (
    <Suspense fallback={<div className="mt-2 h-9" />}>
      <ChangeButtons appointment={appointment} />
    </Suspense>
  );
}
