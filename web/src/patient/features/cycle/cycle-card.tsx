import type { OutcomeEvent } from '@domain/care-state/facts.ts';
import { CYCLE } from '@domain/copy/cycle.ts';
import { cycleStatus, type CycleStatus } from '@domain/cycle/cycle-status.ts';
import { factsOf } from '@domain/cycle/facts-from-rows.ts';
import { afterReports, applicatorsOf } from '@domain/next-step/applicators.ts';
import { areCyclesOver } from '@domain/next-step/cycle-over.ts';
import type { KitForPeak } from '@domain/next-step/kit-for-peak.ts';
import { nextStepRowsIn } from '@domain/next-step/rows.ts';
import { daysBetween } from '@domain/time/day.ts';
import { useQuery } from '@tanstack/react-query';
import { cycleUnderWay } from '@domain/journey/cycle-under-way.ts';
import type { CompletedPhase } from '@domain/journey/progress.ts';
import type { TestResult } from '@domain/results/results.ts';
import type { LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { capWearing, isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { localDay } from '@/lib/dates/dates.ts';
import { useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { cycleQuery } from './queries.ts';
import { cardWords, isForToday, LOG_PERIOD_LINK, type CardWords } from './card-words.ts';
import { useCycleRecord } from './record.ts';
import { safetyOf } from './safety.ts';

type Props = {
  results: readonly (TestResult & { takenOn: LocalDate; loggedAt: Instant })[];
  events: readonly OutcomeEvent[];
  completed: readonly CompletedPhase[];
  /** Whether there is an applicator to use: null if it is not known, undefined while it is on its way. */
  kit: KitForPeak | null | undefined;
  now: Instant;
  /** Keeps the space while loading. */
  className: string;
};

/** For Home in treatment: which day it is, and what to do next. */
export default function CycleCard({ results, events, completed, kit, now, className }: Props) {
  const { record, isPending } = useCycleRecord();
  const user = useUser();
  const timers = useTreatmentDay(user.id);
  const cap = capWearing(timers, now).state;
  const { data: uses = [] } = useQuery({
    ...cycleQuery(user.id),
    select: (answer) => nextStepRowsIn(answer).uses,
  });
  if (!record) {
    return (
      <Card title={CYCLE.heading} className={className}>
        {isPending ? <LoadingBlock lines={3} /> : <p className="text-soft">{CYCLE.notLoaded}</p>}
      </Card>
    );
  }
  const today = localDay(now);
  const cycle = cycleUnderWay(completed);
  const used = applicatorsOf(uses, cycle, { isCapKnown: true, now });
  const status = afterReports(
    cycleStatus(factsOf({ ...record, results, events, careState: 'treatment' }), today),
    used,
    today,
  );
  if (kit === undefined && isForToday(status) && !isCapIn(timers)) {
    return (
      <Card title={CYCLE.heading} className={className}>
        <LoadingBlock lines={3} />
      </Card>
    );
  }
  const safety = safetyOf({ record, results, events, cycle, today });
  const lastPeriodOn = record.periods.find(({ kind }) => kind === 'period')?.day ?? null;
  const isLastOver = areCyclesOver(cycle, used.usedOn, lastPeriodOn);
  const last = used.usedOn.at(-1);
  const words = cardWords(status, safety, {
    isCapIn: isCapIn(timers),
    isCapLate: cap === 'due' || cap === 'overdue',
    isLastOver,
    kit,
    isReported: used.surveysSent > 0,
    daysSinceUse: last === undefined ? null : daysBetween(last, today),
    hasUsedBoth: Math.max(used.usedOn.length, used.surveysSent) > 1,
    isNegative: last !== undefined && results.some((one) => one.type === 'PREGNANCY' && one.takenOn > last),
  });
  return <Shown {...{ status, words, isLastOver, className }} />;
}

type ShownProps = { status: CycleStatus; words: CardWords; isLastOver: boolean; className: string };

function Shown({ status: { day, gate }, words, isLastOver, className }: ShownProps) {
  const { title, text, links, notes } = words;
  const isLinked = links.some(({ to }) => to === LOG_PERIOD_LINK.to);
  return (
    <Card
      title={CYCLE.heading}
      className={className}
      action={day !== null && gate !== 'unclear' && !isLastOver && <Day day={day} />}
    >
      <p className="font-display text-lead font-medium">{title}</p>
      <p className="mt-1 max-w-prose text-soft">{text}</p>
      {notes.map((note) => (
        <p key={note} className="mt-2 max-w-prose text-small">
          {note}
        </p>
      ))}
      {links.length > 0 && (
        <div className="mt-5 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
          {links.map(({ to, label }) => (
            <LinkButton key={to} to={to} look="outline">
              {label}
            </LinkButton>
          ))}
        </div>
      )}
      <div className="mt-5 border-t border-line pt-4 text-small">
        {!isLinked && !isLastOver && (
          <p className="mb-2">
            <TextLink to={LOG_PERIOD_LINK.to}>{LOG_PERIOD_LINK.label}</TextLink>
          </p>
        )}
        <p className="text-soft">{CYCLE.guide}</p>
      </div>
    </Card>
  );
}

const Day = ({ day }: { day: number }) => (
  <span className="rounded-field bg-blush px-3.5 py-1 font-display text-heading font-medium text-brand-ink tabular-nums">
    {CYCLE.day(day)}
  </span>
);
