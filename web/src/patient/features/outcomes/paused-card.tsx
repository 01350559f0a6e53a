import { PAUSED } from '@domain/copy/outcomes.ts';
import { longDay } from '@domain/time/words.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import type { Care } from './care.ts';
import { Resume } from './resume.tsx';

/** Shows when the pause ends, and asks on that day whether to resume. */
export function PausedCard({ pause }: Pick<Care, 'pause'>) {
  const day = pause?.until ? longDay(pause.until) : null;
  return (
    <Card title={PAUSED.heading}>
      <div className="max-w-prose space-y-3">
        {day && pause?.isOver ? (
          <>
            <h3 className="text-lead">{PAUSED.due.heading}</h3>
            <p>{PAUSED.due.text(day)}</p>
          </>
        ) : (
          <p>{day ? PAUSED.until(day) : PAUSED.open}</p>
        )}
        <p>{PAUSED.kept}</p>
        <p className="text-soft">{PAUSED.quiet}</p>
      </div>
      <div className="mt-5 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
        <Resume />
        <LinkButton to="/pause" look="outline">
          {PAUSED.longer}
        </LinkButton>
      </div>
    </Card>
  );
}
