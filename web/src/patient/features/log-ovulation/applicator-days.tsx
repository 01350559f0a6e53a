import { useState } from 'react';
import { MOVE_ON, TODAY_AND_TOMORROW } from '@domain/copy/after-test.ts';
import type { AfterTest } from '@domain/cycle/after-test.ts';
import { TextLink } from '@/components/action/link-button.tsx';
import type { MoveOnButton, PlanPlace } from './plan-place.ts';

type Props = {
  kind: AfterTest['kind'];
  place: PlanPlace;
  pending: boolean;
  /** The next step leads to the timers. */
  isTimersNext: boolean;
  MoveOn: MoveOnButton;
};

/** After a peak: what to do today and tomorrow, what to read, and a button that moves the plan on. */
export function ApplicatorDays({ kind, place, pending, isTimersNext, MoveOn }: Props) {
  // The button stays where it was pressed, even when the plan on screen has changed.
  const [offers] = useState(place === 'before-applicators');
  const [today, tomorrow] = DAYS[kind] ?? DAYS['first-day']!;
  return (
    <section aria-labelledby="applicator-days" className="rounded-card border border-line bg-paper p-5">
      <h3 id="applicator-days" className="text-lead font-medium">
        {TODAY_AND_TOMORROW.heading}
      </h3>
      <dl className="mt-3 grid gap-x-5 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="font-semibold">{TODAY_AND_TOMORROW.today}</dt>
        <dd className="mb-2 sm:mb-0">{today}</dd>
        <dt className="font-semibold">{TODAY_AND_TOMORROW.tomorrow}</dt>
        <dd>{tomorrow}</dd>
      </dl>
      {offers && !pending && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="mb-3">{MOVE_ON.text}</p>
          <MoveOn look="outline" opens />
        </div>
      )}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
        <TextLink to="/applicator-instructions">{TODAY_AND_TOMORROW.steps}</TextLink>
        {!isTimersNext && <TextLink to="/treatment-day">{TODAY_AND_TOMORROW.timers}</TextLink>}
      </p>
    </section>
  );
}

const { first, second, nothing, used } = TODAY_AND_TOMORROW;
const DAYS: Partial<Record<AfterTest['kind'], readonly [string, string]>> = {
  'first-day': [first, second],
  'second-day': [second, nothing],
  'used-today': [used, second],
};
