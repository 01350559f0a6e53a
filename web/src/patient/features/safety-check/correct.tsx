import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { Button } from '@/components/action/button.tsx';
import { clockTime } from '@/lib/dates/dates.ts';
import { useNow } from '@/lib/dates/use-now.ts';

export type Correction = { until: string; onCorrect: () => void };

/** Available for a few minutes after sending. The server decides. */
export function Correct({ until, onCorrect }: Correction) {
  const end = instantFromIso(until);
  const now = useNow((moment) => (moment < end ? end : undefined));
  if (now >= end) return null;
  return (
    <div className="rounded-field border border-line px-4 py-3.5">
      <p>{SAFETY_CHECK.correctUntil(clockTime(end))}</p>
      <Button look="outline" className="mt-3 max-sm:w-full" onClick={onCorrect}>
        {SAFETY_CHECK.correct}
      </Button>
    </div>
  );
}
