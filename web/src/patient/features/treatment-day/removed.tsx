import { useState, type ReactNode } from 'react';
import { CAP_WORDS } from '@domain/copy/treatment-day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { atWallClock } from '@domain/treatment-day/show-time.ts';
import { Button } from '@/components/action/button.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { ReportedEarlier } from './reported-earlier.tsx';

type Props = {
  insertedAt: Instant;
  removedAt: Instant;
  now: Instant;
  onRemoved: (at: Instant) => void;
  onMistake: () => void;
  onAgain: () => void;
  children: ReactNode;
};

/** The day is done: asks how it went, and offers the timers for the next applicator. */
export default function Removed({
  insertedAt,
  removedAt,
  now,
  onRemoved,
  onMistake,
  onAgain,
  children,
}: Props) {
  return (
    <div className="space-y-4">
      <Notice tone="good">
        {CAP_WORDS.removed} You confirmed it {atWallClock(removedAt, now, shownZone())}.
      </Notice>
      {children}
      <p>
        How did it go? Fill out the short survey for the applicator you used today: your{' '}
        <TextLink to="/applicator-survey?cycleAttempt=1">first applicator</TextLink> of this cycle, or your{' '}
        <TextLink to="/applicator-survey?cycleAttempt=2">second applicator</TextLink>.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button look="outline" onClick={onAgain}>
          Clear the timers
        </Button>
        <ReportedEarlier
          words={CAP_WORDS.cameOut}
          isOpen={false}
          refusal={(at) =>
            at < insertedAt ? CAP_WORDS.cameOut.tooEarly : at < removedAt ? null : CAP_WORDS.cameOut.later
          }
          onTell={onRemoved}
        />
        <Mistake onMistake={onMistake} />
      </div>
    </div>
  );
}

/** A cap logged by mistake must not count as an applicator. */
function Mistake({ onMistake }: Pick<Props, 'onMistake'>) {
  const [isAsking, setAsking] = useState(false);
  const { open, title, text, yes, no } = CAP_WORDS.mistake;
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {open}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={title}
        footer={
          <>
            <Button look="outline" onClick={onMistake}>
              {yes}
            </Button>
            <Button onClick={() => setAsking(false)}>{no}</Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
    </>
  );
}
