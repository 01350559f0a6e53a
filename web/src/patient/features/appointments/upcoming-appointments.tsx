import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { OFFLINE } from '@domain/copy/offline.ts';
import { Card } from '@/components/layout/card.tsx';
import { EmptyState } from '@/components/feedback/empty-state.tsx';
import { TimezoneBox } from '@/components/layout/timezone-box.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { AppointmentRow } from './appointment-row.tsx';
import { appointmentsQuery } from './queries.ts';

const AsOf = lazy(() => import('@/product-components/as-of.tsx'));

export function UpcomingAppointments() {
  const user = useUser();
  const [opened] = useState(Date.now);
  const query = useQuery(appointmentsQuery(user.id));
  const { data: appointments = [], error, isPending, dataUpdatedAt } = query;
  const isOffline = useOffline();
  const isUnknown = isOffline && dataUpdatedAt === 0;
  useFailureToast(error, 'Failed to load upcoming calls. Please try again later.');

  return (
    <Card title="Upcoming Calls">
      <TimezoneBox zone={shownZone()} at={opened} />
      {(isOffline || query.isRefetchError) && (
        <Suspense>
          <AsOf at={dataUpdatedAt} unknown={OFFLINE.calls} className="mt-3 text-small text-soft" />
        </Suspense>
      )}
      {isPending && !isUnknown && <LoadingBlock lines={2} className="mt-5" />}
      {!isPending && !isUnknown && appointments.length === 0 && (
        <EmptyState picture="no-calls" title="You don't have any upcoming calls." />
      )}
      <ul className="divide-y divide-line">
        {appointments.map((appointment) => (
          <AppointmentRow
            key={appointment.id}
            appointment={isOffline ? { ...appointment, joinUrl: null } : appointment}
          />
        ))}
      </ul>
    </Card>
  );
}
