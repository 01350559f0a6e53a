import { Phone, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { Badge } from '@/components/layout/badge.tsx';
import { Initials } from '@/components/layout/initials.tsx';
import { localTimeIn, shortDayOf, timeOf } from '@/lib/care-team/times.ts';
import { telephone } from '@domain/coach/telephone.ts';
import type { TodayItem } from '@domain/contracts/team/team-today.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { Instant } from '@domain/time/instant.ts';
import { ItemActButtons, NotMine, type ItemActs } from './item-acts.tsx';
import { addressOf, dueWords, holderOfItem, secondIdentifier } from './words.ts';

type Props = ItemActs & {
  item: TodayItem;
  /** The page's one filled 'Take' button. */
  isMostUrgent: boolean;
  member: TeamSession;
  now: Instant;
};

/** One item: when it is due, what happened to whom, who it is assigned to, and its actions. */
export function ItemRow({ item, member, now, ...acts }: Props) {
  const due = dueWords(item.dueAt, member.timeZone, now);
  const { patient } = item;
  return (
    <li
      data-key={item.key}
      className={`focus-row relative grid gap-x-4 gap-y-1 border-b border-line px-5 py-3 last:border-b-0 md:grid-cols-[8.5rem_minmax(0,1fr)] ${
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
      {/* However many actions there are, the text keeps its space. */}
      <div className="flex min-w-0 flex-col gap-1 md:grid md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-4">
        <What item={item} zone={member.timeZone} now={now} />
        <div className="space-y-0.5 self-start max-md:order-1 md:max-w-60">
          <Holder {...{ item, member, now }} />
          <NotMine item={item} />
        </div>
        <div className="contents md:col-span-2 md:flex md:flex-wrap md:items-center md:gap-x-4 md:gap-y-2">
          {patient && <Reach phone={patient.phone} zone={patient.timeZone} now={now} />}
          <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5 max-md:order-2 max-md:mt-1 md:-mr-3 md:ml-auto md:justify-end">
            <ItemActButtons item={item} member={member} {...acts} />
          </div>
        </div>
      </div>
    </li>
  );
}

function What({ item, zone, now }: { item: TodayItem; zone: string; now: Instant }) {
  const { patient, handover, urgent } = item;
  const since = [shortDayOf(item.since, zone, now), timeOf(item.since, zone)];
  return (
    <div className="min-w-0 space-y-0.5 text-small leading-snug">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3
          className={
            urgent
              ? 'text-[1.375rem] leading-tight md:text-[1.1875rem]'
              : 'font-sans text-[0.9375rem] font-semibold'
          }
        >
          {item.title}
        </h3>
        {/* Next to the title. On a phone, at the end of the line above. */}
        {urgent && (
          <span className="max-md:absolute max-md:top-2.5 max-md:right-5">
            <Badge tone="danger">
              <TriangleAlert aria-hidden="true" className="size-3.5" />
              Urgent
            </Badge>
          </span>
        )}
        {patient && (
          <p className={urgent ? 'basis-full' : 'max-md:basis-full'}>
            <Link
              href={addressOf(item, patient)}
              data-item=""
              className="inline-flex items-center font-semibold text-brand-ink underline-offset-4 hover:underline max-sm:min-h-11"
            >
              {patient.name}
            </Link>{' '}
            <span className="text-soft">{secondIdentifier(patient)}</span>
          </p>
        )}
      </div>
      <p className="text-pretty">
        <span className="text-soft tabular-nums">{since[0] === 'Today' ? since[1] : since.join(', ')}</span>{' '}
        {item.why}
      </p>
      {handover && (
        <p className="inline-block rounded-lg bg-other-soft px-2 py-0.5 text-other wrap-anywhere">
          {`Handoff from ${handover.by}: ${handover.words}`}
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
          className="inline-flex min-h-6 items-center gap-1.5 font-semibold whitespace-nowrap text-brand-ink underline-offset-4 hover:underline max-sm:min-h-11"
        >
          <Phone aria-hidden="true" className="size-3.5" />
          {phone}
        </a>
      )}
      {there !== null && <span className="tabular-nums">{there}</span>}
    </p>
  );
}

/** Taken by someone who can't end it, so it still waits for someone who can. */
const needs = ({ owner }: TodayItem): string => (owner === 'host' ? 'call’s host' : owner);

/** Initials, or an empty ring. */
function Holder({ item, member, now }: Pick<Props, 'item' | 'member' | 'now'>) {
  const { name, isMe, words, who, since } = holderOfItem(item, member, now);
  return (
    <p className="flex items-center gap-2 text-small md:justify-end">
      {name === null ? (
        <span aria-hidden="true" className="size-6 shrink-0 rounded-full border border-dashed border-edge" />
      ) : (
        <Initials name={name} look={isMe ? 'small' : 'other'} />
      )}
      <span>
        {words} {who && <b className="font-semibold">{who}</b>}
        {since && <span className="text-soft tabular-nums">{since}</span>}
        {item.takenBy && item.isHeld === false && (
          <span className="block text-[0.8125rem] text-soft">{`Still needs a ${needs(item)}`}</span>
        )}
      </span>
    </p>
  );
}
