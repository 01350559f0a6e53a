import { Phone, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { localTimeIn, shortDayOf, timeOf } from '@/lib/care-team/times.ts';
import { telephone } from '@/lib/clinic/telephone.ts';
import type { TodayItem } from '@domain/contracts/team-today.ts';
import type { TeamSession } from '@domain/contracts/team-session.ts';
import type { Instant } from '@domain/time/instant.ts';
import { firstLetters } from '@/lib/care-team/first-letters.ts';
import { addressOf, callOf, dueWords, endWords, holderWords } from './words.ts';

export type Asked = { item: TodayItem; what: 'done' | 'hand-over' | 'outcome' };
type Props = {
  item: TodayItem;
  member: TeamSession;
  now: Instant;
  busy: boolean;
  onTake: (item: TodayItem) => void;
  onAsk: (asked: Asked) => void;
};

/** One thing that needs somebody: until when, what happened to whom, who has it, and what can be done. */
export function ItemRow({ item, member, now, busy, onTake, onAsk }: Props) {
  const due = dueWords(item.dueAt, member.timeZone, now);
  const isAlert = item.urgent || due.isOverdue;
  return (
    <li
      className={`grid gap-x-5 gap-y-2 border-b border-line px-5 py-3 last:border-b-0 md:grid-cols-[7.5rem_minmax(0,1fr)_auto] ${item.urgent ? 'bg-blush/60' : ''}`}
    >
      <p className={`text-small ${isAlert ? 'text-danger' : ''}`}>
        <strong className="block font-semibold tabular-nums">{due.by}</strong>
        <span className={`tabular-nums ${isAlert ? '' : 'text-soft'}`}>{due.left}</span>
      </p>
      <What item={item} zone={member.timeZone} now={now} />
      <div className="flex flex-col gap-2 md:items-end">
        <p className="text-small text-soft">{holderWords(item, member.id)}</p>
        <div className="flex flex-wrap gap-2">
          {item.takenBy?.id !== member.id && (
            <CompactButton
              look={item.urgent ? 'primary' : 'outline'}
              disabled={busy}
              onClick={() => onTake(item)}
            >
              Take
            </CompactButton>
          )}
          {callOf(item) !== null && item.ownedBy?.id === member.id && (
            <CompactButton onClick={() => onAsk({ item, what: 'outcome' })}>Outcome</CompactButton>
          )}
          {item.mayEnd ? (
            <CompactButton onClick={() => onAsk({ item, what: 'done' })}>Done</CompactButton>
          ) : (
            <span className="self-center px-2 text-small text-soft">{endWords(item)}</span>
          )}
          <CompactButton look="quiet" onClick={() => onAsk({ item, what: 'hand-over' })}>
            Hand over
          </CompactButton>
        </div>
      </div>
    </li>
  );
}

function What({ item, zone, now }: { item: TodayItem; zone: string; now: Instant }) {
  const { patient, handover } = item;
  const since = [shortDayOf(item.since, zone, now), timeOf(item.since, zone)];
  return (
    <div className="min-w-0 space-y-0.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="text-[0.9375rem] font-semibold">{item.title}</h3>
        {item.urgent && (
          <Badge tone="danger">
            <TriangleAlert aria-hidden="true" className="size-3.5" />
            Urgent
          </Badge>
        )}
      </div>
      {patient && (
        <p className="text-small">
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
      <p className="text-small">
        <span className="text-soft tabular-nums">{since[0] === 'Today' ? since[1] : since.join(', ')}</span>{' '}
        {item.why}
      </p>
      {patient && <Reach phone={patient.phone} zone={patient.timeZone} now={now} />}
      {handover && (
        <p className="inline-block rounded-field bg-line px-2 py-0.5 text-small wrap-anywhere">
          {`Handover from ${handover.by}: ${handover.words}`}
        </p>
      )}
    </div>
  );
}

function Reach({ phone, zone, now }: { phone: string | null; zone: string | null; now: Instant }) {
  const there = localTimeIn(zone, now);
  if (phone === null && there === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
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
