import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { addressLines } from '@domain/kit/address-lines.ts';
import { firstLetters } from '@/lib/care-team/first-letters.ts';
import type { WholeRecord } from '../queries.ts';
import { kitWords } from '@/lib/care-team/kit-words.ts';
import { comingDay, localTimeIn, timeOf, useMinute } from '@/lib/care-team/times.ts';
import { StatusBadge } from '../status-badge.tsx';
import { stageWords } from '../stage-words.ts';

type Props = { record: WholeRecord; member: TeamSession };

/** Who this is, in one line of facts. */
export function Who({ record: { name, email, profile, kit, timeline }, member: { timeZone } }: Props) {
  const now = useMinute();
  const there = localTimeIn(profile.timeZone, now);
  const next = timeline.findLast(
    ({ kind, at, text }) => kind === 'call' && text === 'Booked' && Date.parse(at) > now,
  );
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h1 className="text-title wrap-anywhere">{name}</h1>
          <span className="text-[0.9375rem] text-soft">{firstLetters(email)}</span>
        </div>
        <StatusBadge status={profile.status} />
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        <Fact name="Age">{profile.age ?? 'Not known'}</Fact>
        <Fact name="Family set-up">{profile.familySetUp ?? 'Not known'}</Fact>
        <Fact name="Plan">
          {profile.programme && `${profile.programme}, `}
          {profile.programme
            ? stageWords(profile.stage, profile.cycle).toLowerCase()
            : stageWords(profile.stage, profile.cycle)}
        </Fact>
        <Fact name="Coach">{profile.coach?.name ?? 'Unassigned'}</Fact>
        <Fact name="Phone, local time">
          {profile.phone ? (
            <a href={`tel:${profile.phone}`} className="font-semibold text-brand-ink hover:underline">
              <Phone aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-0.125em]" strokeWidth={2} />
              {profile.phone}
            </a>
          ) : (
            'No phone'
          )}
          {there ? `, ${there}` : ', local time not known'}
        </Fact>
        <Fact name="Kit">
          {kitWords(kit, timeZone, now)}
          {kit.address && `, to ${addressLines(kit.address).join(', ')}`}
        </Fact>
        <Fact name="Next call">
          {next ? `${comingDay(next.at, timeZone, now)}, ${timeOf(next.at, timeZone)}` : 'None booked'}
        </Fact>
      </dl>
    </header>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-[0.8125rem] text-soft">{name}</dt>
    <dd className="text-small wrap-anywhere tabular-nums">{children}</dd>
  </div>
);
