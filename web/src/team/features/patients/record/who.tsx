import { Mail, PenLine, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { phoneNumberWords } from '@domain/account/phone-number.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { addressLines } from '@domain/kit/address-lines.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { kitWords } from '@/lib/care-team/kit-words.ts';
import { comingDay, localTimeIn, timeOf, useMinute } from '@/lib/care-team/times.ts';
import type { WholeRecord } from '../queries.ts';
import { stageWords } from '../stage-words.ts';

type Props = { record: WholeRecord; member: TeamSession; onEdit: () => void };

/** Contact details, below the strip with the patient's identity. */
export function Who({ record, member: { timeZone }, onEdit }: Props) {
  const { email, profile, kit, timeline } = record;
  const { identity } = profile;
  const now = useMinute();
  const there = localTimeIn(profile.timeZone, now);
  const next = timeline.findLast(
    ({ kind, at, text }) => kind === 'call' && text === 'Booked' && Date.parse(at) > now,
  );
  return (
    <section aria-label="Details" className="flex items-start justify-between gap-4">
      <dl className="flex min-w-0 flex-wrap gap-x-6 gap-y-2">
        <Fact name="Phone, local time">
          {identity.phone ? (
            <a href={`tel:${identity.phone}`} className="font-semibold text-brand-ink hover:underline">
              <Phone aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-0.125em]" strokeWidth={2} />
              {phoneNumberWords(identity.phone)}
            </a>
          ) : (
            'No phone'
          )}
          {there ? `, ${there}` : ', local time unknown'}
        </Fact>
        <Fact name="Email">
          <a href={`mailto:${email}`} className="font-semibold text-brand-ink hover:underline">
            <Mail aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-0.125em]" strokeWidth={2} />
            {email}
          </a>
        </Fact>
        <Fact name="Postal address">{kit.address ? addressLines(kit.address).join(', ') : 'Not known'}</Fact>
        <Fact name="Family setup">{profile.familySetUp ?? 'Not known'}</Fact>
        <Fact name="Plan">
          {identity.program && `${identity.program}, `}
          {identity.program
            ? stageWords(profile.stage, profile.cycle).toLowerCase()
            : stageWords(profile.stage, profile.cycle)}
        </Fact>
        <Fact name="Coach">{profile.coach?.name ?? 'Unassigned'}</Fact>
        <Fact name="Kit">{kitWords(kit, timeZone, now)}</Fact>
        <Fact name="Next call">
          {next ? `${comingDay(next.at, timeZone, now)}, ${timeOf(next.at, timeZone)}` : 'None booked'}
        </Fact>
      </dl>
      <CompactButton look="quiet" className="-mt-1.5 -mr-2 shrink-0" onClick={onEdit}>
        <PenLine aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Edit details
      </CompactButton>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-[0.8125rem] text-soft">{name}</dt>
    <dd className="text-small wrap-anywhere tabular-nums">{children}</dd>
  </div>
);
