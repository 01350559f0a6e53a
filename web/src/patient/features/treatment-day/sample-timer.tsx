import { SAMPLE_WORDS } from '@domain/copy/treatment-day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { wallClock } from '@domain/treatment-day/show-time.ts';
import { SAMPLE_REST, type SampleRest } from '@domain/treatment-day/treatment-day.ts';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { Running } from './running.tsx';

type Props = { rest: SampleRest; now: Instant; onStart: () => void; onStop: () => void };

export function SampleTimer({ rest, now, onStart, onStop }: Props) {
  return (
    <Card title={SAMPLE_WORDS.title}>
      {rest.state === 'not-started' && <p className="text-soft">{SAMPLE_WORDS.before}</p>}
      {rest.state === 'resting' && (
        <Running words="Ready at" endsAt={rest.endsAt} left={rest.left} whole={SAMPLE_REST} now={now} />
      )}
      <output className="block">
        {rest.state === 'rested' && (
          <Notice tone="good">
            {SAMPLE_WORDS.done} It was ready at {wallClock(rest.endsAt, now, deviceZone())}.
          </Notice>
        )}
      </output>
      <div className="mt-5">
        {rest.state === 'not-started' ? (
          <Button onClick={onStart}>Start 30 minutes</Button>
        ) : (
          <Button look="quiet" className="-ml-3" onClick={onStop}>
            Reset the sample timer
          </Button>
        )}
      </div>
    </Card>
  );
}
