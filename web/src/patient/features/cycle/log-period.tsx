import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import type { EmergencySigns } from '@domain/copy/emergency-signs.ts';
import { LOG_PERIOD } from '@domain/copy/log-period.ts';
import { FEELING_HINT, FEELING_TITLE } from '@domain/copy/words.ts';
import { PERIOD_KINDS, type PeriodKind } from '@domain/cycle/period.ts';
import { addDays, daysBetween, type LocalDate } from '@domain/time/day.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { UrgentSigns } from '@/components/feedback/urgent-signs.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import { today } from '@/lib/dates/test-day.ts';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';
import { BetweenPeriods } from './between-periods.tsx';

/** Loaded together with the cycle's rules, once a period is logged. */
const ClosePeriod = lazy(() => import('./close-period.tsx'));

const FORM = {
  name: 'log-period',
  steps: ['day'] as const,
  Answers: z.object({ day: z.nullable(z.iso.date()), kind: z.enum(PERIOD_KINDS) }),
  empty: { day: null, kind: 'period' as const },
  failure: LOG_PERIOD.failure,
};

const KINDS = (['period', 'unsure', 'bleed-with-loss'] as const).map((value) => ({
  value,
  label: LOG_PERIOD.kind[value],
}));

const DAYS_BACK = 365;
/** Copied from the cycle's rules, because importing would load all of them. */
const LONGEST_CYCLE = 45;

/** After the last treatment cycle there is no new one to count. */
export type PeriodPlace = 'in-cycle' | 'ends-treatment' | 'after-treatment';

type Logged = { kind: PeriodKind; day: LocalDate; pending: boolean; place: PeriodPlace };

type Known = {
  signs: EmergencySigns;
  isPregnant: boolean;
};

/** The first day of a period: today unless the patient says otherwise. */
export function LogPeriod({ placeOf, ...known }: Known & { placeOf: (day: LocalDate) => PeriodPlace }) {
  const [, navigate] = useLocation();
  const { answers, saving, answer, startOver, submit } = useEntryForm<z.output<typeof FORM.Answers>, 'day'>(
    FORM,
  );
  const [logged, setLogged] = useState<Logged | null>(null);
  const day = answers.day ?? today();

  function exit() {
    startOver();
    navigate('/home');
  }

  if (logged) return <Feedback {...logged} {...known} />;
  return (
    <FlowStep
      heading={LOG_PERIOD.title}
      intro={LOG_PERIOD.intro}
      moved={false}
      actions={
        <>
          <Button
            busy={saving}
            onClick={() =>
              submit({ kind: 'period', day, as: answers.kind }, ({ pending }) =>
                setLogged({ kind: answers.kind, day, pending, place: placeOf(day) }),
              )
            }
          >
            {saving ? 'Saving...' : LOG_PERIOD.title}
          </Button>
          <Button look="quiet" disabled={saving} onClick={exit}>
            Exit
          </Button>
        </>
      }
    >
      <DatePicker
        label={LOG_PERIOD.day}
        value={day}
        min={addDays(today(), -DAYS_BACK)}
        max={today()}
        disabled={saving}
        onChange={(chosen) => answer({ day: chosen })}
      />
      <RadioGroup
        legend={LOG_PERIOD.kind.legend}
        options={KINDS}
        value={answers.kind}
        disabled={saving}
        onChange={(chosen) => answer({ kind: chosen as PeriodKind })}
      />
    </FlowStep>
  );
}

function Feedback({ kind, day, pending, place, signs, isPregnant }: Logged & Known) {
  const [isBetween, setBetween] = useState(false);
  const isLoss = kind === 'bleed-with-loss';
  const isBleeding = isPregnant && !isLoss;
  // A period in an earlier cycle says nothing about today.
  const isThisCycle =
    kind === 'period' && !isPregnant && place === 'in-cycle' && daysBetween(day, today()) < LONGEST_CYCLE;
  const isEnd = kind === 'period' && !isPregnant && place === 'ends-treatment';
  const cycleDay = isThisCycle && <p>{LOG_PERIOD.today(monthAndDay(day), daysBetween(day, today()) + 1)}</p>;
  if (isBetween) return <BetweenPeriods />;
  return (
    <FlowFeedback
      {...(isBleeding ? LOG_PERIOD.pregnant : LOG_PERIOD.logged[isEnd ? place : kind])}
      pending={pending}
      actions={
        <>
          <GoButton to="/home">Go to Home</GoButton>
          {(kind !== 'period' || isPregnant || isEnd) && (
            <GoButton to="/support" look="quiet">
              Message my Coach
            </GoButton>
          )}
        </>
      }
    >
      {kind === 'period' && !isPregnant && !pending ? (
        <Suspense fallback={cycleDay}>
          <ClosePeriod day={day} onRemoved={() => setBetween(true)}>
            {cycleDay}
          </ClosePeriod>
        </Suspense>
      ) : (
        cycleDay
      )}
      {(isLoss || isPregnant) && (
        <>
          <LinkButton to={isLoss ? '/pregnancy-has-ended' : '/something-has-changed'} look="outline">
            {isLoss ? LOG_PERIOD.ended : LOG_PERIOD.changed}
          </LinkButton>
          <UrgentSigns {...signs} call={emergencyCall()} />
        </>
      )}
      <p className="text-soft">{FEELING_HINT}</p>
      <LinkButton to="/feeling" look="outline">
        {FEELING_TITLE}
      </LinkButton>
    </FlowFeedback>
  );
}
