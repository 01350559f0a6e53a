import { PLAN_AT_REST } from '@domain/copy/plan-at-rest.ts';
import { SAFETY_CHECK, SAFETY_OUTCOMES } from '@domain/copy/safety-check.ts';
import { SAMPLE_HELD, SAMPLE_WORDS } from '@domain/copy/treatment-day.ts';
import type { SafetyStatus } from '@domain/safety/safety-status.ts';
import type { Instant } from '@domain/time/instant.ts';
import { startsTimer } from '@domain/treatment-day/events.ts';
import { atWallClock } from '@domain/treatment-day/show-time.ts';
import { SAMPLE_REST, type SampleRest } from '@domain/treatment-day/treatment-day.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { Running } from './running.tsx';
import { ReportedEarlier } from './reported-earlier.tsx';
import { ResetTimer } from './reset-timer.tsx';

/** `at-rest`: outside treatment nothing asks the patient to begin. */
export type SampleStatus = SafetyStatus | 'pending' | 'unknown' | 'at-rest';

type Props = {
  rest: Exclude<SampleRest, { state: 'used' }>;
  safety: SampleStatus;
  now: Instant;
  isEarlier: boolean;
  onStart: (at?: Instant) => void;
  onStop: () => void;
};

export function SampleTimer({ rest, safety, now, isEarlier, onStart, onStop }: Props) {
  return (
    <Card title={SAMPLE_WORDS.title}>
      {rest.state === 'not-started' && <p className="text-soft">{SAMPLE_WORDS.before}</p>}
      {rest.state === 'resting' && (
        <Running words="Ready at" endsAt={rest.endsAt} left={rest.left} whole={SAMPLE_REST} now={now} />
      )}
      <output className="block">
        {rest.state === 'rested' && (
          <Notice tone="good">
            {SAMPLE_WORDS.done} It was ready {atWallClock(rest.endsAt, now, shownZone())}.
          </Notice>
        )}
      </output>
      {rest.state === 'not-started' ? (
        <Start {...{ safety, isEarlier, onStart }} />
      ) : (
        <ResetTimer timer="sample" className="mt-5 -ml-3" onReset={onStop} />
      )}
    </Card>
  );
}

type StartProps = Pick<Props, 'safety' | 'isEarlier' | 'onStart'>;

function Start({ safety, isEarlier, onStart }: StartProps) {
  const isHeld = safety !== 'ready';
  return (
    <>
      {isHeld && safety !== 'pending' && <Held safety={safety} />}
      <div className="mt-5 flex flex-wrap gap-2.5">
        {!isHeld || safety === 'pending' ? (
          <Button busy={isHeld} onClick={() => onStart()}>
            Start 30 minutes
          </Button>
        ) : (
          safety !== 'at-rest' &&
          safety !== 'unknown' && <LinkButton to="/safety-check">{SAFETY_CHECK.title}</LinkButton>
        )}
        <ReportedEarlier
          words={SAMPLE_WORDS.earlier}
          isOpen={isEarlier}
          refusal={(at) => (isHeld && startsTimer(at, Date.now()) ? SAMPLE_WORDS.earlier.tooLate : null)}
          onTell={onStart}
        />
      </div>
    </>
  );
}

function Held({ safety }: { safety: Exclude<SampleStatus, 'ready' | 'pending'> }) {
  return (
    <div className="mt-4">
      <Notice tone={safety === 'held' ? 'warning' : 'hint'}>
        <p className="font-semibold">{HELD[safety]}</p>
        <p className="mt-1">{SAMPLE_HELD.goes}</p>
      </Notice>
    </div>
  );
}

const HELD: Record<Exclude<SampleStatus, 'ready' | 'pending'>, string> = {
  check: SAMPLE_HELD.check,
  confirm: SAMPLE_HELD.confirm,
  held: SAFETY_OUTCOMES.stop,
  unknown: SAMPLE_HELD.unknown,
  'at-rest': PLAN_AT_REST.check,
};
