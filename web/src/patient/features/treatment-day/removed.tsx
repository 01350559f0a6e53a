import type { ReactNode } from 'react';
import { CAP_WORDS } from '@domain/copy/treatment-day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { atWallClock } from '@domain/treatment-day/show-time.ts';
import { Button } from '@/components/action/button.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { deviceZone } from '@/lib/dates/device-zone.ts';

type Props = { removedAt: Instant; now: Instant; onAgain: () => void; children: ReactNode };

/** The day is done: how did it go, and the timers again for the next applicator. */
export default function Removed({ removedAt, now, onAgain, children }: Props) {
  return (
    <div className="space-y-4">
      <Notice tone="good">
        {CAP_WORDS.removed} You confirmed it {atWallClock(removedAt, now, deviceZone())}.
      </Notice>
      {children}
      <p>
        Tell us how it went with your{' '}
        <TextLink to="/applicator-survey?cycleAttempt=1">first applicator</TextLink> or your{' '}
        <TextLink to="/applicator-survey?cycleAttempt=2">second applicator</TextLink>.
      </p>
      <Button look="outline" onClick={onAgain}>
        Clear the timers
      </Button>
    </div>
  );
}
