import { useLocation } from 'wouter';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import {
  capWearing,
  dayUnderWay,
  sampleRest,
  type TreatmentDay as Day,
} from '@domain/treatment-day/treatment-day.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { changeTreatmentDay, clearFinished, useTreatmentDay } from '@/lib/entries/treatment-day.ts';
import { CapTimer } from './cap-timer.tsx';
import { ReminderSwitch } from './reminder-switch.tsx';
import { SampleTimer } from './sample-timer.tsx';
import { useClock } from './use-clock.ts';

/** Two timers that the patient starts. What they show follows from moments kept on the device. */
export function TreatmentDay() {
  const [, navigate] = useLocation();
  const { id: userId } = useUser();
  const day = useTreatmentDay(userId);
  const now = useClock();
  const change = (moments: Partial<Day>) => changeTreatmentDay(userId, moments);
  const cap = capWearing(day, now);
  const { sampleCollectedAt, capInsertedAt, capRemovedAt } = dayUnderWay(day);
  const isUnderWay = (sampleCollectedAt !== null || capInsertedAt !== null) && capRemovedAt === null;

  return (
    <div className="grid max-w-4xl gap-5 lg:grid-cols-2">
      <SampleTimer
        rest={sampleRest(day, now)}
        now={now}
        onStart={() => change({ sampleCollectedAt: Date.now() })}
        onStop={() => change({ sampleCollectedAt: null })}
      />
      <CapTimer
        cap={cap}
        now={now}
        onStart={() => change({ capInsertedAt: Date.now() })}
        onStop={() => change({ capInsertedAt: null })}
        onRemoved={() => change({ capRemovedAt: Date.now() })}
        onMessageCoach={() => navigate('/support')}
        onAgain={() => clearFinished(userId)}
      />
      <div className="space-y-4 lg:col-span-2">
        {isUnderWay && <ReminderSwitch />}
        <Button look="outline" onClick={() => navigate('/applicator-instructions')}>
          Read the applicator steps
        </Button>
        <LinkButton to="/feeling" look="outline">
          {FEELING_TITLE}
        </LinkButton>
      </div>
    </div>
  );
}
