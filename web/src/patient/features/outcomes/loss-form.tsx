import { useState } from 'react';
import { useLocation } from 'wouter';
import type { EmergencySigns } from '@domain/copy/emergency-signs.ts';
import { AFTER_LOSS, LOSS } from '@domain/copy/outcomes.ts';
import { contactBy } from '@domain/care-state/loss-follow-up.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { Button } from '@/components/action/button.tsx';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { UrgentSigns } from '@/components/feedback/urgent-signs.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { useCoach, useCoachWhoWrites } from '@/lib/clinic/care-team.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { today } from '@/lib/dates/test-day.ts';
import { TalkToUs } from './talk-to-us.tsx';
import { knownWords } from './known-words.ts';
import { untilWords } from './until-words.ts';
import { useReport } from './use-report.ts';

type Loss = { kind: 'loss'; day?: LocalDate };

/** Asks only for what is needed, and says before and after what the report means. */
export function LossForm({ signs }: { signs: EmergencySigns }) {
  const { email } = useCoach();
  const name = useCoachWhoWrites();
  const [reportedAt] = useState(Date.now);
  const [, navigate] = useLocation();
  const [day, setDay] = useState<LocalDate | null>(null);
  const { mutate, isPending, isSuccess } = useReport<Loss>(
    'report-outcome',
    LOSS.failure(clinicSays('clinicPhone'), email),
  );

  if (isSuccess) {
    return (
      <FlowFeedback
        heading={LOSS.heading}
        paragraphs={[
          ...LOSS.after,
          `${knownWords({ at: reportedAt, byTeam: false }, reportedAt)} ${AFTER_LOSS.contact(name, untilWords(contactBy({ at: reportedAt }, clinicHours()), reportedAt))}`,
        ]}
        actions={
          <>
            <TalkToUs />
            <GoButton to="/home" look="quiet">
              Go to Home
            </GoButton>
          </>
        }
      >
        <UrgentSigns {...signs} call={emergencyCall()} />
      </FlowFeedback>
    );
  }
  return (
    <FlowStep
      heading={LOSS.heading}
      moved={false}
      actions={
        <>
          <Button busy={isPending} onClick={() => mutate({ kind: 'loss', ...(day && { day }) })}>
            {LOSS.title}
          </Button>
          <Button look="quiet" disabled={isPending} onClick={() => navigate('/something-has-changed')}>
            Back
          </Button>
        </>
      }
    >
      {LOSS.before.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <UrgentSigns {...signs} call={emergencyCall()} />
      <DatePicker
        {...LOSS.day}
        value={day}
        max={today()}
        placeholder="Choose a day"
        disabled={isPending}
        onChange={setDay}
      />
    </FlowStep>
  );
}
