import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { UpcomingAppointment } from './queries.ts';

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));

const look =
  'press -my-1 inline-flex min-h-11 items-center rounded-full px-3 text-small font-semibold text-brand-ink hover:bg-blush/60';

export default function ChangeButtons({ appointment }: { appointment: UpcomingAppointment }) {
  const { id, name, appointmentType } = appointment;
  const [, navigate] = useLocation();
  const [cancelling, setCancelling] = useState<boolean | null>(null);
  const parameters = new URLSearchParams({ appointmentType, reschedule: id });
  return (
    <div className="mt-2 -ml-3 flex flex-wrap gap-y-2">
      <button
        type="button"
        aria-label={`Reschedule: ${name}`}
        className={look}
        onClick={() => navigate(`/schedule?${parameters}`)}
      >
        Reschedule
      </button>
      <button
        type="button"
        aria-label={`Cancel call: ${name}`}
        className={look}
        onClick={() => setCancelling(true)}
      >
        Cancel call
      </button>
      {cancelling !== null && (
        <Suspense>
          <CancelDialog appointment={appointment} open={cancelling} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </div>
  );
}
