import { Phone, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { Initials } from '@/components/layout/initials.tsx';
import { localTimeIn, shortDayOf, timeOf } from '@/lib/care-team/times.ts';
import { telephone } from '@/lib/clinic/telephone.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { Instant } from '@domain/time/instant.ts';
import { firstLetters } from '@/lib/care-team/first-letters.ts';
import { addressOf, callOf, dueWords, endWords, holderOfItem } from './words.ts';

export type Asked = { item: TodayItem; what: 'done' | 'hand-over' | 'outcome' };
type Props = {
  item: TodayItem;
  /** The one 'Take' of the page that is filled. */
  isMostUrgent: boolean;
  member: TeamSession;
  now: Instant;
  busy: boolean;
  onTake: (item: TodayItem) => void;
  onAsk: (asked: Asked) => void;
};

/** One thing that needs somebody: until when, what happened to whom, who has it, and what can be done. */
export function ItemRow({ item, member, now, ...acts }: Props) {
  const due = dueWords(item.dueAt, member.timeZone, now);
  return (
    <li
      data-key={item.key}
      className={`focus-row relative grid gap-x-4 gap-y-1 border-b border-line px-5 py-3 last:border-b-0 md:grid-cols-[7.75rem_minmax(0,1fr)_auto] ${
        item.urgent ? 'bg-learn-soft' : ''
      }`}
    >
      {due.isOverdue && <span aria-hidden="true" className="absolute inset-y-0 left-0 w-1 bg-danger" />}
      <div className={item.urgent ? 'max-md:pr-24' : ''}>
        <p
          className={`text-small leading-snug tabular-nums max-md:flex max-md:flex-wrap max-md:gap-x-2 ${due.isOverdue ? 'text-danger' : ''}`}
        >
          <strong className="block font-semibold">{due.first}</strong>
          <span className={`block ${due.isOverdue ? '' : 'text-soft'}`}>{due.second}</span>
        </p>
      </div>
      <What item={item} zone={member.timeZone} now={now} />
      <div className="flex flex-col gap-2 max-md:mt-1.5 md:items-end md:justify-between">
        <Holder {...{ item, member, now }} />
        <Acts item={item} member={member} {...acts} />
      </div>
    </li>
  );
}

function What({ item, zone, now }: { item: TodayItem; zone: string; now: Instant }) {
  const { patient, handover, urgent } = item;
  const since = [shortDayOf(item.since, zone, now), timeOf(item.since, zone)];
  return (
    <div className="min-w-0 space-y-0.5 text-small leading-snug">
      <div className="flex flex-wrap items-center gap-x-2">
        <h3
          className={
            urgent
              ? 'text-[1.375rem] leading-tight md:text-[1.1875rem]'
              : 'font-sans text-[0.9375rem] font-semibold'
          }
        >
          {item.title}
        </h3>
        {/* Beside the title; on a phone at the end of the line above it. */}
        {urgent && (
          <span className="max-md:absolute max-md:top-2.5 max-md:right-5">
            <Badge tone="danger">
              <TriangleAlert aria-hidden="true" className="size-3.5" />
              Urgent
            </Badge>
          </span>
        )}
        {patient && (
          <p className={urgent ? 'basis-full' : ''}>
            <Link
              href={addressOf(item, patient)}
              data-item=""
              className="inline-flex items-center font-semibold text-brand-ink underline-offset-4 hover:underline max-sm:min-h-11"
            >
              {patient.name}
            </Link>{' '}
            <span className="text-soft">{firstLetters(patient.email)}</span>
          </p>
        )}
      </div>
      <p className="text-pretty">
        <span className="text-soft tabular-nums">{since[0] === 'Today' ? since[1] : since.join(', ')}</span>{' '}
        {item.why}
      </p>
      {handover && (
        <p className="inline-block rounded-lg bg-other-soft px-2 py-0.5 text-other wrap-anywhere">
          {`Handover from ${handover.by}: ${handover.words}`}
        </p>
      )}
      {patient && <Reach phone={patient.phone} zone={patient.timeZone} now={now} />}
    </div>
  );
}

function Reach({ phone, zone, now }: { phone: string | null; zone: string | null; now: Instant }) {
  const there = localTimeIn(zone, now);
  if (phone === null && there === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-soft">
      {phone !== null && (
        <a
          href={telephone(phone)}
          className="inline-flex items-center gap-1.5 font-semibold text-brand-ink underline-offset-4 hover:underline max-sm:min-h-11"
        >
          <Phone aria-hidden="true" className="size-3.5" />
          {phone}
        </a>
      )}
      {there !== null && <span className="tabular-nums">{there}</span>}
    </p>
  );
}

/** Initials, or a ring that waits for them. */
function Holder({ item, member, now }: Pick<Props, 'item' | 'member' | 'now'>) {
  const { name, isMe, words, who, since } = holderOfItem(item, member, now);
  return (
    <p className="flex items-center gap-2 text-small">
      {name === null ? (
        <span aria-hidden="true" className="size-6 shrink-0 rounded-full border border-dashed border-edge" />
      ) : (
        <Initials name={name} look={isMe ? 'small' : 'other'} />
      )}
      <span>
        {words} {who && <b className="font-semibold">{who}</b>}
        {since && <span className="text-soft tabular-nums">{since}</span>}
      </span>
    </p>
  );
}

function Acts({ item, isMostUrgent, member, busy, onTake, onAsk }: Omit<Props, 'now'>) {
  // On the urgent row the thin line of an outline is too faint.
  const edge = item.urgent ? 'border-soft' : '';
  return (
    <>
      <div className="-mr-3 flex flex-wrap gap-1.5 max-md:-mr-0 md:justify-end">
        {item.takenBy === null && (
          <CompactButton
            look={isMostUrgent ? 'primary' : 'outline'}
            className={isMostUrgent ? 'max-md:flex-1' : edge}
            disabled={busy}
            onClick={() => onTake(item)}
          >
            Take
          </CompactButton>
        )}
        {callOf(item) !== null && item.ownedBy?.id === member.id && (
          <CompactButton className={edge} onClick={() => onAsk({ item, what: 'outcome' })}>
            Outcome
          </CompactButton>
        )}
        {item.mayEnd && (
          // The arrow keys lead to the patient; where there is none, here.
          <CompactButton
            className={edge}
            {...(item.patient === null && { 'data-item': '' })}
            onClick={() => onAsk({ item, what: 'done' })}
          >
            Done
          </CompactButton>
        )}
        <CompactButton
          look="quiet"
          className="max-md:first:-ml-3"
          onClick={() => onAsk({ item, what: 'hand-over' })}
        >
          Hand off
        </CompactButton>
      </div>
      {!item.mayEnd && <p className="text-[0.8125rem] text-soft">{endWords(item)}</p>}
    </>
  );
}
