import { Check, Video } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { useWide } from '@/components/layout/use-wide.ts';
import { arrowKeys } from '@/components/layout/move-by-arrow.ts';
import { timeOf } from '@/lib/care-team/times.ts';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team/team-calls.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { EndedItem, TodayAppointment } from '@domain/contracts/team/team-today.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { callToken } from '@/lib/care-team/today-query.ts';
import { AboutPatient } from '@/product-components/patient-line.tsx';
import { OutcomeDialog } from './dialogs.tsx';
import { callWords } from './words.ts';

type Calls = { calls: readonly TodayAppointment[]; member: TeamSession; now: Instant };

export function CallsToday({ calls, member, now }: Calls) {
  const [asked, setAsked] = useState<TodayAppointment | null>(null);
  return (
    <Aside title="Calls today" count={calls.length}>
      {calls.length === 0 && <p className="px-4.5 py-4 text-small text-soft">No calls today.</p>}
      {/* The arrow keys move from call to call, as in the list next to it. */}
      <ul {...arrowKeys}>
        {calls.map((call) => (
          <Call key={call.id} {...{ call, member, now }} onTell={() => setAsked(call)} />
        ))}
      </ul>
      {asked !== null && (
        <AboutPatient patient={asked.patient}>
          <OutcomeDialog call={asked.id} onClose={() => setAsked(null)} />
        </AboutPatient>
      )}
    </Aside>
  );
}

/**
 * Next to the record. A full page load, because only that page may use the camera. Rooms elsewhere have none.
 */
const joinAddress = ({ id, joinUrl }: TodayAppointment) =>
  callToken(joinUrl) ? `/team/calls/${id}` : joinUrl!;

type OneCall = Omit<Calls, 'calls'> & { call: TodayAppointment; onTell: () => void };

function Call({ call, member, now, onTell }: OneCall) {
  const { patient, host, kind, outcome, joinUrl } = call;
  const isOver = instantFromIso(call.endsAt) <= now;
  const isWide = useWide(); // otherwise it is above everything
  const waits = callWords(call, member, now);
  const isMissing = isOver && outcome === null;
  return (
    <li className="focus-row grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-2 border-t border-line px-4.5 py-2.5 text-small leading-snug first:border-t-0">
      <p className={`tabular-nums ${isOver && !isMissing ? 'text-soft' : 'font-semibold'}`}>
        {timeOf(call.startsAt, member.timeZone)}
      </p>
      <div className="min-w-0 space-y-1">
        <Link
          href={`/team/patients/${patient.id}`}
          data-item=""
          className="inline-flex items-center font-semibold text-brand-ink underline-offset-4 hover:underline max-sm:-my-3 max-sm:min-h-11"
        >
          {patient.name}
        </Link>
        <p className="text-[0.8125rem] text-soft">
          {kind}
          {host.id !== member.id && `, ${host.name}`}
        </p>
        {waits && <p className="text-[0.8125rem] tabular-nums">{waits}</p>}
        {isMissing && call.mayTell && (
          <p className="text-[0.8125rem] font-semibold text-danger">Outcome needed</p>
        )}
        {joinUrl !== null && isWide && (
          <a href={joinAddress(call)} className={`${compactLook('open')} w-full`}>
            <Video aria-hidden="true" className="size-4" strokeWidth={1.75} />
            Join
          </a>
        )}
        {(outcome !== null || call.mayTell) && (
          <div className="flex flex-wrap items-center gap-x-4">
            {outcome !== null && (
              <Badge tone={outcome === 'took-place' ? 'complete' : 'neutral'}>
                {outcome === 'took-place' && <Check aria-hidden="true" className="size-3.5" />}
                {CALL_OUTCOME_WORDS[outcome]}
              </Badge>
            )}
            {call.mayTell && (
              <CompactButton
                look={isMissing ? 'outline' : 'quiet'}
                className={isMissing ? 'w-full' : '-mx-3 -my-1'}
                onClick={onTell}
              >
                Outcome
              </CompactButton>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** On a phone, a call that starts now comes first. */
export function NextCall({ calls, member, now }: Calls) {
  const call = calls.find(({ joinUrl }) => joinUrl !== null);
  const isWide = useWide();
  if (!call || isWide) return null;
  return (
    <section
      aria-label="Next call"
      className="mt-4 flex items-center justify-between gap-3 rounded-card border border-line bg-card px-4.5 py-3 wrap-anywhere shadow-card"
    >
      <p className="min-w-0 text-small leading-snug">
        <b className="block font-semibold tabular-nums">{`${timeOf(call.startsAt, member.timeZone)} ${call.patient.name}`}</b>
        <span className="text-soft">{callWords(call, member, now) ?? 'Started'}</span>
      </p>
      <a href={joinAddress(call)} className={compactLook('open')}>
        <Video aria-hidden="true" className="size-4" strokeWidth={1.75} />
        Join
      </a>
    </section>
  );
}

type Ended = {
  ended: readonly EndedItem[];
  zone: string;
  busy: boolean;
  onReopen: (item: EndedItem) => void;
};

export const EndedToday = ({ ended, zone, busy, onReopen }: Ended) =>
  ended.length === 0 ? null : (
    <Aside title="Done today" count={ended.length}>
      <ul>
        {ended.map((item) => (
          <li
            key={item.key}
            className="border-t border-line px-4.5 py-2.5 text-small leading-snug first:border-t-0"
          >
            <p className="font-semibold">{item.title}</p>
            <p>{[item.patient?.name, item.outcome].filter(Boolean).join(' · ')}</p>
            {item.words && <p className="text-soft whitespace-pre-line">{item.words}</p>}
            <div className="mt-1 flex items-center justify-between gap-2">
              <span className="text-[0.8125rem] text-soft tabular-nums">{`${item.by}, ${timeOf(item.at, zone)}`}</span>
              <CompactButton look="quiet" className="-mr-3" disabled={busy} onClick={() => onReopen(item)}>
                Reopen
              </CompactButton>
            </div>
          </li>
        ))}
      </ul>
    </Aside>
  );

export function Aside({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section
      aria-labelledby={id}
      className="overflow-clip rounded-card border border-line bg-card wrap-anywhere shadow-card"
    >
      <header className="flex items-center gap-3 border-b border-line px-4.5 py-3">
        <h2 id={id} className="text-[1.25rem]">
          {title}
        </h2>
        <Badge tone="task">{count}</Badge>
      </header>
      {children}
    </section>
  );
}
