import type { ReactNode } from 'react';
import { TextLink } from '@/components/action/link-button.tsx';
import type { Missing } from '@domain/contracts/team/team-today.ts';

/** For an administrator of a new clinic: what is missing before patients can book. */
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
          <Line title={`${callTypes(kinds)} still missing`}>
            <TextLink to="/team/clinic">Add them under Clinic</TextLink>
          </Line>
        )}
        {hosts > 0 && (
          <Line title={`${callTypes(hosts)} with no host yet`}>
            <TextLink to="/team/people">Invite colleagues, and select who takes which call</TextLink>
          </Line>
        )}
        {hours > 0 && (
          <Line title={`${callTypes(hours)} with no available host`}>
            <TextLink to="/team/calendar">Set their hours</TextLink>
          </Line>
        )}
        {patients && (
          <Line title="No patients invited yet">
            <TextLink to="/team/invitations">Invite the first one</TextLink>
          </Line>
        )}
      </ul>
    </section>
  );
}

const callTypes = (count: number) => (count === 1 ? '1 call type' : `${count} call types`);

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="px-5 py-3">
    <p className="font-semibold">{title}</p>
    <p className="text-soft">{children}</p>
  </li>
);
