import { useState } from 'react';
import { LOG_PERIOD } from '@domain/copy/log-period.ts';
import { closePeriodBefore } from '@domain/cycle/close-period.ts';
import { daysBetween, type LocalDate } from '@domain/time/day.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { useCycleRecord } from './record.ts';
import { useUndoPeriod } from './use-undo-period.ts';

const { close } = LOG_PERIOD;

type Props = { day: LocalDate; onRemoved: () => void };

/**
 * A period this soon after the last one may not be one. The page asks after it is logged, so that nothing
 * gets in the way of logging.
 */
export default function ClosePeriod({ day, onRemoved }: Props) {
  const { record } = useCycleRecord();
  const periods = record?.periods ?? [];
  const [isSure, setSure] = useState(false);
  const { mutate, isPending } = useUndoPeriod(close.failure, onRemoved);
  const days = periods.filter(({ kind }) => kind === 'period').map((period) => period.day);
  const before = closePeriodBefore(days, day);
  const id = periods.find((period) => period.day === day && period.kind === 'period')?.id;
  if (isSure || before === null || id === undefined) return null;
  return (
    <Notice>
      <p className="font-semibold">{close.question}</p>
      <p className="mt-1">{close.text(monthAndDay(before), daysBetween(before, day))}</p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button look="outline" disabled={isPending} onClick={() => setSure(true)}>
          {close.yes}
        </Button>
        <Button look="outline" busy={isPending} onClick={() => mutate(id)}>
          {close.no}
        </Button>
      </div>
    </Notice>
  );
}
