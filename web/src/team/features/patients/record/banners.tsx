import { CircleAlert, DoorOpen, PauseCircle, ShieldAlert, UsersRound } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { reasonGiven } from '@domain/audit/log-words.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { SAFETY_WORDS } from '@domain/record/words.ts';
import { longDay } from '@domain/time/words.ts';
import type { WholeRecord } from '../queries.ts';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';

type Icon = ComponentType<{ className?: string; strokeWidth?: number; 'aria-hidden'?: 'true' }>;

/** Comes before everything else, because it changes how the team acts. */
export function Banners({ record, member }: { record: WholeRecord; member: TeamSession }) {
  const { leavesAt, openedFor, isAnotherCoachs, coach } = record.profile;
  const state = statusWords(record);
  return (
    <div className="space-y-2 empty:hidden">
      {leavesAt && (
        <Banner icon={DoorOpen} title="Leaving.">
          {`The patient asked us to delete their account. It will be deleted on ${dateAndTimeOf(leavesAt, member.timeZone)}.`}
        </Banner>
      )}
      {state && (
        <Banner icon={state.icon} title={state.title}>
          {state.words}
        </Banner>
      )}
      {record.care.safetyCheck && (
        <Banner icon={ShieldAlert} title="Safety check.">
          {`${SAFETY_WORDS[record.care.safetyCheck.outcome]}. No applicator until a clinician clears it.`}
        </Banner>
      )}
      {isAnotherCoachs && (
        <Banner icon={UsersRound} title="Another coach’s patient.">
          {openedFor
            ? `You opened this record with a reason: ${reasonGiven(openedFor)}.`
            : `You’re covering for ${coach?.name ?? 'a colleague'}.`}
        </Banner>
      )}
    </div>
  );
}

type StateBanner = { icon: Icon; title: string; words: string };

/** The care state, unless it is treatment or pregnancy. */
function statusWords({ careState, care }: WholeRecord): StateBanner | null {
  const since = care.since ? ` since ${longDay(care.since.slice(0, 10))}` : '';
  if (careState === 'paused') {
    const until = care.pause?.until;
    const end = care.pause?.isOver
      ? 'It’s time to ask if the patient wants to resume.'
      : until
        ? `Until ${longDay(until.slice(0, 10))}.`
        : 'No end date.';
    return { icon: PauseCircle, title: `Paused${since}.`, words: end };
  }
  if (careState === 'after-loss')
    return {
      icon: CircleAlert,
      title: `After a loss${since}.`,
      words: 'A clinician decides when treatment can resume.',
    };
  if (careState === 'unsure')
    return {
      icon: CircleAlert,
      title: `Unsure${since}.`,
      words: care.afterPositive
        ? 'A later test conflicts with the positive result.'
        : 'A pregnancy test was hard to read.',
    };
  if (careState === 'stopped')
    return { icon: CircleAlert, title: `Stopped${since}.`, words: 'The care team can reopen it.' };
  return null;
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
