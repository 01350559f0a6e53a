import { Video } from 'lucide-react';
import { PINNED } from '@domain/copy/next-step.ts';
import { TextLink } from '@/components/action/link-button.tsx';
import { clockTime } from '@/lib/dates/dates.ts';
import type { UpcomingAppointment } from './queries.ts';

type Props = Pick<UpcomingAppointment, 'name' | 'hostName' | 'startsAt'> & { joinUrl: string };

/** Available from every page while the call can be joined. */
export const CallToJoin = ({ name, hostName, startsAt, joinUrl }: Props) => (
  <aside aria-label={PINNED.call} className="flex w-full justify-center">
    <TextLink
      to={joinUrl}
      newTab
      className="press pointer-events-auto flex min-h-14 w-full max-w-md items-center gap-3.5 rounded-card border border-line bg-card px-5 py-2.5 shadow-float"
    >
      <Video aria-hidden="true" strokeWidth={1.75} className="size-6 shrink-0 text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        <span className="block text-small text-soft">{PINNED.with(hostName, clockTime(startsAt))}</span>
      </span>
      <span className="shrink-0 rounded-full bg-brand px-4 py-1.5 font-semibold text-on-brand">
        {PINNED.join}
      </span>
    </TextLink>
  </aside>
);
