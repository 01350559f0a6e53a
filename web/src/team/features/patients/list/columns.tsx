import type { ReactNode } from 'react';
import { Badge } from '@/components/layout/badge.tsx';
import type { ListedPatient } from '@domain/contracts/team/team-patients.ts';
import type { Instant } from '@domain/time/instant.ts';
import { phaseTitle, stageWords } from '../stage-words.ts';
import { kitWords } from '@/lib/care-team/kit-words.ts';
import { StatusBadge } from '@/product-components/status-badge.tsx';
import { consentWords, DELIVERY_WORDS } from '../administration-words.ts';
import { comingDay, shortDayOf, timeOf } from '@/lib/care-team/times.ts';

export type Column = {
  header: string;
  cell: (patient: ListedPatient, at: Reader) => ReactNode;
};
/** The zone for the times. */
export type Reader = { zone: string; now: Instant };

const NOTHING = (
  <span data-nothing className="text-soft">
    –
  </span>
);

/** A line, and a second one in softer color. On a card they are side by side. */
const Lines = ({ first, second }: { first: ReactNode; second?: ReactNode }) => (
  <div className="gap-x-2 max-lg:flex max-lg:flex-wrap max-lg:items-baseline">
    <span className="block whitespace-nowrap">{first}</span>
    {second && <span className="block text-[0.8125rem] whitespace-nowrap text-soft">{second}</span>}
  </div>
);

/** For coaches and clinicians. */
export const CARE_COLUMNS: readonly Column[] = [
  {
    header: 'Stage and cycle',
    cell: ({ summary }) =>
      summary && (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {stageWords(summary.stage, summary.cycle)}
          <StatusBadge state={summary.careState} />
        </span>
      ),
  },
  { header: 'Phase', cell: ({ summary }) => phaseTitle(summary?.phase ?? null) ?? NOTHING },
  {
    header: 'Last log',
    cell: ({ summary }, { zone, now }) =>
      summary?.lastLogAt ? (
        <Lines
          first={shortDayOf(summary.lastLogAt, zone, now)}
          second={shortDayOf(summary.lastLogAt, zone, now) === 'Today' && timeOf(summary.lastLogAt, zone)}
        />
      ) : (
        NOTHING
      ),
  },
  {
    header: 'Next call',
    cell: ({ summary }, { zone, now }) =>
      summary?.nextCall ? (
        <Lines
          first={comingDay(summary.nextCall.startsAt, zone, now)}
          second={timeOf(summary.nextCall.startsAt, zone)}
        />
      ) : (
        NOTHING
      ),
  },
  {
    header: 'Coach',
    cell: ({ summary }) => summary?.coach?.name ?? <span className="text-soft">Unassigned</span>,
  },
  {
    header: 'Attention',
    cell: ({ summary }) =>
      summary?.attention ? (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          {summary.attention.urgent && <Badge tone="danger">Urgent</Badge>}
          {summary.attention.items === 1 ? '1 item' : `${summary.attention.items} items`}
        </span>
      ) : (
        NOTHING
      ),
  },
];

const inSentence = (day: string) => (day === 'Today' ? 'today' : day);

/** For administrators: delivery of emails, and nothing about health. */
export const ADMINISTRATION_COLUMNS: readonly Column[] = [
  {
    header: 'Invitation',
    cell: ({ administration }, { zone, now }) =>
      administration && (
        <Lines
          first={`Signed in ${inSentence(shortDayOf(administration.signedInAt, zone, now))}`}
          second={`Invited ${inSentence(shortDayOf(administration.invitedAt, zone, now))}`}
        />
      ),
  },
  {
    header: 'Consents',
    cell: ({ administration }) => administration && consentWords(administration.consents),
  },
  {
    header: 'Kit',
    cell: ({ administration }, at) => administration && kitWords(administration.kit, at.zone, at.now),
  },
  {
    header: 'Delivery',
    cell: ({ administration }) =>
      administration?.delivery ? DELIVERY_WORDS[administration.delivery] : NOTHING,
  },
];
