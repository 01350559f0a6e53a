import { useState, type ReactNode } from 'react';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { compactLook } from '@/components/action/compact-button.tsx';
import { Badge } from '@/components/layout/badge.tsx';
import { timeOf } from '@/lib/care-team/times.ts';
import { CALL_OUTCOME_WORDS } from '@domain/contracts/team-calls.ts';
import type { EndedItem, Proposal, TodayCall } from '@domain/contracts/team-today.ts';
import { OutcomeDialog } from './dialogs.tsx';

export function CallsToday({ calls, zone, me }: { calls: readonly TodayCall[]; zone: string; me: string }) {
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Aside title="Calls today" count={calls.length}>
      {calls.length === 0 && <p className="px-5 py-4 text-small text-soft">No calls today.</p>}
      <ul>
        {calls.map((call) => (
          <li key={call.id} className="border-t border-line px-5 py-3 text-small first:border-t-0">
            <p className="font-semibold tabular-nums">
              {timeOf(call.startsAt, zone)} <span>{call.patient.name}</span>
            </p>
            <p className="text-soft">
              {call.kind}
              {call.host.id !== me && `, ${call.host.name}`}
            </p>
            <div className="mt-1.5 flex flex-wrap items-center gap-2">
              {call.joinUrl !== null && (
                <a href={call.joinUrl} className={compactLook('primary')}>
                  Join
                </a>
              )}
              {call.outcome !== null && <Badge tone="complete">{CALL_OUTCOME_WORDS[call.outcome]}</Badge>}
              {call.mayTell && <CompactButton onClick={() => setAsked(call.id)}>Outcome</CompactButton>}
            </div>
          </li>
        ))}
      </ul>
      {asked !== null && <OutcomeDialog call={asked} onClose={() => setAsked(null)} />}
    </Aside>
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
    <Aside title="Ended today" count={ended.length}>
      <ul>
        {ended.map((item) => (
          <li key={item.key} className="border-t border-line px-5 py-3 text-small first:border-t-0">
            <p className="font-semibold">{item.title}</p>
            <p>{[item.patient?.name, item.outcome].filter(Boolean).join(' · ')}</p>
            <div className="mt-1 flex items-center justify-between gap-2">
              <span className="text-soft tabular-nums">{`${item.by}, ${timeOf(item.at, zone)}`}</span>
              <CompactButton look="quiet" disabled={busy} onClick={() => onReopen(item)}>
                Reopen
              </CompactButton>
            </div>
          </li>
        ))}
      </ul>
    </Aside>
  );

type Proposals = { proposals: readonly Proposal[]; busy: boolean; onAgree: (proposal: Proposal) => void };

export const NewRoles = ({ proposals, busy, onAgree }: Proposals) =>
  proposals.length === 0 ? null : (
    <Aside title="New roles" count={proposals.length}>
      <ul>
        {proposals.map((proposal) => (
          <li
            key={proposal.id}
            className="flex items-center justify-between gap-3 border-t border-line px-5 py-3 text-small first:border-t-0"
          >
            <span>
              <strong className="font-semibold">{proposal.name}</strong> as {proposal.role}
            </span>
            <CompactButton disabled={busy} onClick={() => onAgree(proposal)}>
              Agree
            </CompactButton>
          </li>
        ))}
      </ul>
    </Aside>
  );

function Aside({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <section
      aria-labelledby={id}
      className="overflow-clip rounded-card border border-line bg-card shadow-card"
    >
      <header className="flex items-center gap-3 border-b border-line px-5 py-3.5">
        <h2 id={id} className="text-heading">
          {title}
        </h2>
        <Badge tone="other">{count}</Badge>
      </header>
      {children}
    </section>
  );
}
