import { CircleAlert, DoorOpen, PauseCircle, UsersRound } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { TeamSession } from '@domain/contracts/team-session.ts';
import type { WholeRecord } from '../queries.ts';
import { dateAndTimeOf } from '../times.ts';

type Icon = ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;

const REASONS: Record<string, string> = {
  cover: 'I am covering',
  'patient-asked': 'The patient asked',
  safety: 'Safety',
  quality: 'Quality check',
};

/** What changes how one acts, before anything else. */
export function Banners({ record: { profile }, member }: { record: WholeRecord; member: TeamSession }) {
  const { leavesAt, openedFor, coach, status } = profile;
  return (
    <div className="space-y-2 empty:hidden">
      {leavesAt && (
        <Banner icon={DoorOpen} title="Leaving.">
          {`The patient asked for the account to be deleted. It goes on ${dateAndTimeOf(leavesAt, member.timeZone)}.`}
        </Banner>
      )}
      {status === 'Paused' && (
        <Banner icon={PauseCircle} title="Paused.">
          Nothing asks to test, answer or inseminate.
        </Banner>
      )}
      {openedFor && (
        <Banner icon={UsersRound} title="Another coach’s patient.">
          {`You opened this record with a reason: ${REASONS[openedFor] ?? openedFor}. `}
          {coach && `${coach.name} looks after them.`}
        </Banner>
      )}
    </div>
  );
}

export function Banner({
  icon: Icon = CircleAlert,
  title,
  children,
}: {
  icon?: Icon;
  title: string;
  children: ReactNode;
}) {
  return (
    <p className="flex items-start gap-3 rounded-field bg-blush px-4 py-2.5 text-small text-brand-ink">
      <Icon aria-hidden="true" className="mt-px size-5 shrink-0" strokeWidth={1.75} />
      <span>
        <b className="font-semibold">{title}</b> {children}
      </span>
    </p>
  );
}
