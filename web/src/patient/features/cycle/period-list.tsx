import { useState } from 'react';
import { PERIOD_LIST } from '@domain/copy/cycle.ts';
import { longDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { AskFirst } from '@/components/overlay/ask-first.tsx';
import { LOG_PERIOD_LINK } from './card-words.ts';
import type { LoggedPeriod } from './record.ts';
import { useUndoPeriod } from './use-undo-period.ts';

/** Enough to show the last months. */
const SHOWN_FIRST = 4;

type Props = {
  periods: readonly LoggedPeriod[];
  /** False outside treatment, where nothing asks for a period. Logged ones can still be undone. */
  asks: boolean;
};

/** The logged first days, newest first, each with a way to undo it. */
export function PeriodList({ periods, asks }: Props) {
  const [all, setAll] = useState(false);
  if (periods.length === 0 && !asks) return null;
  const shown = all ? periods : periods.slice(0, SHOWN_FIRST);
  return (
    <section aria-labelledby="periods" className="mt-6 border-t border-line pt-5">
      <h3 id="periods" className="text-lead font-medium">
        {PERIOD_LIST.heading}
      </h3>
      {periods.length === 0 && <p className="mt-2 text-soft">{PERIOD_LIST.empty}</p>}
      <ul className="mt-2 divide-y divide-line">
        {shown.map((period) => (
          <PeriodRow key={period.id} period={period} />
        ))}
      </ul>
      {shown.length < periods.length && (
        <Button look="quiet" className="-ml-3" onClick={() => setAll(true)}>
          {PERIOD_LIST.more}
        </Button>
      )}
      {asks && (
        <LinkButton to={LOG_PERIOD_LINK.to} look="outline" className="mt-3 max-sm:w-full">
          {LOG_PERIOD_LINK.label}
        </LinkButton>
      )}
    </section>
  );
}

function PeriodRow({ period: { id, day, kind, loggedBy } }: { period: LoggedPeriod }) {
  const { mutate, isPending } = useUndoPeriod(PERIOD_LIST.failure, () =>
    toast({ title: PERIOD_LIST.undone }),
  );
  const words = `${PERIOD_LIST.names[kind]}, ${longDay(day)}`;
  return (
    <li className="flex items-center justify-between gap-x-4 py-2 max-[16rem]:flex-wrap">
      <span className="flex min-w-0 flex-col sm:flex-row sm:gap-x-3">
        <span className="font-medium">{PERIOD_LIST.names[kind]}</span>
        <time dateTime={day} className="text-soft tabular-nums">
          {longDay(day)}
        </time>
        {loggedBy && <span className="text-small text-soft">Logged by {loggedBy} for you</span>}
      </span>
      <AskFirst
        words={PERIOD_LIST.undo}
        label={`${PERIOD_LIST.undo.button}: ${words}`}
        look="quiet"
        className="shrink-0"
        busy={isPending}
        onGo={() => mutate(id)}
      >
        <p className="font-semibold">{words}</p>
        <p className="mt-2 text-soft">{PERIOD_LIST.undo.text}</p>
      </AskFirst>
    </li>
  );
}
