import type { ReactNode } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import type { Missing } from '@domain/contracts/team/team-today.ts';

/** For an administrator of a clinic that has just begun: what patients still need before they can book. */
export function StillMissing({ missing: { kinds, hosts, hours, patients, timeZone } }: { missing: Missing }) {
  return (
    <section
      aria-labelledby="still-missing"
      className="mt-4 overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      <header className="border-b border-line px-5 py-3.5">
        <h2 id="still-missing" className="text-[1.25rem]">
          Still to set up
        </h2>
        <p className="text-small text-soft">Then patients can book every call.</p>
      </header>
      <ul className="divide-y divide-line text-small">
        {timeZone && (
          <Line title="Set the clinic's time zone">
            <TextLink to="/team/clinic">Select it under Clinic</TextLink>
          </Line>
        )}
        {kinds > 0 && (
          <Line title={`${kindsOfCalls(kinds)} still missing`}>
            Whoever runs the server adds them, with{' '}
            <code className="wrap-anywhere">npm run appointment-types</code>.
          </Line>
        )}
        {hosts > 0 && (
          <Line title={`${kindsOfCalls(hosts)} that nobody takes yet`}>
            <TextLink to="/team/people">Invite colleagues, and choose who takes which call</TextLink>
          </Line>
        )}
        {hours > 0 && (
          <Line title={`${kindsOfCalls(hours)} taken by nobody who has hours`}>
            <TextLink to="/team/calendar">Set their hours</TextLink>
          </Line>
        )}
        {patients && (
          <Line title="No patient is invited yet">
            <TextLink to="/team/invitations">Invite the first one</TextLink>
          </Line>
        )}
      </ul>
    </section>
  );
}

const kindsOfCalls = (count: number) => (count === 1 ? '1 kind of call' : `${count} kinds of calls`);

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="px-5 py-3">
    <p className="font-semibold">{title}</p>
    <p className="text-soft">{children}</p>
  </li>
);
