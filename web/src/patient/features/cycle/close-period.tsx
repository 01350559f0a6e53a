import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { LOG_PERIOD } from '@domain/copy/log-period.ts';
import { closePeriodBefore } from '@domain/cycle/close-period.ts';
import { daysBetween, type LocalDate } from '@domain/time/day.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { callFunction } from '@/lib/backend/call-function.ts';
import { refreshRecords } from '@/lib/backend/query-client.ts';
import { useCycleRecord } from './record.ts';
import { useUndoPeriod } from './use-undo-period.ts';

const { close } = LOG_PERIOD;

type Props = {
  day: LocalDate;
  onRemoved: () => void;
  /** What a new cycle means, once the answer is known. */
  children: ReactNode;
};

/**
 * A period this soon after the last one may not be one. The page asks after it is logged, so that nothing
 * gets in the way of logging.
 */
export default function ClosePeriod({ day, onRemoved, children }: Props) {
  const { record } = useCycleRecord();
  const periods = record?.periods ?? [];
  const [key] = useState(() => crypto.randomUUID());
  const undoing = useUndoPeriod(close.failure, onRemoved);
  const confirming = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      callFunction('log-period', { body: { day, kind: 'period', confirmed: true }, idempotencyKey: key }),
    onSuccess: refreshRecords,
    meta: { failure: close.notConfirmed },
  });
  const days = periods.filter(({ kind }) => kind === 'period').map((period) => period.day);
  const before = closePeriodBefore(days, day);
  const logged = periods.find((period) => period.day === day && period.kind === 'period');
  if (before === null || logged?.isConfirmed || confirming.isSuccess) return children;
  // On its way: what was just logged.
  if (!logged) return null;
  return (
    <Notice>
      <p className="font-semibold">{close.question}</p>
      <p className="mt-1">{close.text(monthAndDay(before), daysBetween(before, day))}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button
          look="outline"
          busy={confirming.isPending}
          disabled={undoing.isPending}
          onClick={() => confirming.mutate()}
        >
          {close.yes}
        </Button>
        <Button
          look="outline"
          busy={undoing.isPending}
          disabled={confirming.isPending}
          onClick={() => undoing.mutate(logged.id)}
        >
          {close.no}
        </Button>
      </div>
    </Notice>
  );
}
