import { Phone, Video } from 'lucide-react';
import { LinkButton } from '@/components/action/link-button.tsx';
import { clockTime, dayOfMonth, month, weekday } from '@/lib/dates/dates.ts';
import { ManageAppointment } from './manage-appointment.tsx';
import type { UpcomingAppointment } from './queries.ts';

export function AppointmentRow({ appointment }: { appointment: UpcomingAppointment }) {
  const { name, startsAt, isVideo, hostName, joinUrl } = appointment;
  const Icon = isVideo ? Video : Phone;
  return (
    <li className="py-4 last:pb-0">
      <div className="flex gap-4">
        <time
          dateTime={new Date(startsAt).toISOString()}
          className="flex h-fit min-w-14 shrink-0 flex-col items-center rounded-field bg-blush px-2 py-2 leading-tight text-brand-ink"
        >
          <span className="text-small">{month(startsAt).slice(0, 3)}</span>
          <span className="font-display text-heading font-medium tabular-nums">{dayOfMonth(startsAt)}</span>
        </time>
        <div className="min-w-0">
          <h3 className="font-sans font-semibold tracking-normal">{name}</h3>
          <p className="text-small text-soft tabular-nums">
            {`${weekday(startsAt)}, ${clockTime(startsAt)}`}
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-small text-soft">
            <Icon aria-hidden="true" strokeWidth={1.75} className="size-4" />
            <span>{isVideo ? 'Video' : 'Phone'}</span>
            <span>{`with ${hostName}`}</span>
          </p>
        </div>
      </div>
      {joinUrl && (
        <LinkButton to={joinUrl} newTab className="mt-4 w-full" aria-label={`Join call: ${name}`}>
          Join call
        </LinkButton>
      )}
      <ManageAppointment appointment={appointment} />
    </li>
  );
}
