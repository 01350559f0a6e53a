import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import { PAUSE, PAUSED } from '@domain/copy/outcomes.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { longDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { today } from '@/lib/dates/test-day.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';
import { Resume } from './resume.tsx';
import { useReport } from './use-report.ts';

const LENGTHS = [
  { value: 'day', label: PAUSE.length.untilDay },
  { value: 'open', label: PAUSE.length.open },
];

const FORM = {
  name: 'pause',
  Answers: z.object({ length: z.nullable(z.string()), until: z.nullable(z.iso.date()), reason: z.string() }),
  empty: () => ({ length: null, until: null, reason: '' }),
};

type Pause = { kind: 'pause'; until?: LocalDate; reason?: string };

/** Pauses until a day or without an end date, with an optional reason, and then says what a pause means. */
export function PauseForm() {
  const [, navigate] = useLocation();
  const { answers, answer, forget } = useDraft(FORM);
  const { length, reason } = answers;
  // A day selected yesterday may have passed.
  const until = answers.until && answers.until >= today() ? answers.until : null;
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, isSuccess } = useReport<Pause>('report-outcome', PAUSE.failure, forget);
  const end = length === 'day' ? until : null;

  function pause() {
    setAsked(true);
    if (length === null || (length === 'day' && until === null)) return;
    mutate({ kind: 'pause', ...(end && { until: end }), ...(reason.trim() && { reason: reason.trim() }) });
  }

  if (isSuccess) {
    return (
      <FlowFeedback
        heading={PAUSED.heading}
        paragraphs={[PAUSED.kept, PAUSED.quiet, end ? PAUSED.until(longDay(end)) : PAUSED.open]}
        actions={
          <>
            <GoButton to="/home">Go to Home</GoButton>
            <Resume onResumed={() => navigate('/home')} />
          </>
        }
      />
    );
  }
  return (
    <FlowStep
      heading={PAUSE.title}
      intro={PAUSE.intro}
      moved={false}
      actions={
        <>
          <Button busy={isPending} onClick={pause}>
            {PAUSE.title}
          </Button>
          <Button look="quiet" disabled={isPending} onClick={() => navigate('/home')}>
            Not now
          </Button>
        </>
      }
    >
      <RadioGroup
        legend={PAUSE.length.legend}
        options={LENGTHS}
        value={length}
        disabled={isPending}
        error={asked && length === null ? PAUSE.missing : undefined}
        onChange={(chosen) => answer({ length: chosen })}
        reveal={{
          day: (
            <DatePicker
              label={PAUSE.until}
              value={until}
              min={today()}
              show={longDay}
              disabled={isPending}
              error={asked && until === null ? PAUSE.missingDay : undefined}
              onChange={(day) => answer({ until: day })}
            />
          ),
        }}
      />
      <TextArea
        {...PAUSE.reason}
        value={reason}
        maxLength={MAX_CHARACTERS}
        disabled={isPending}
        onChange={(event) => answer({ reason: event.target.value })}
      />
    </FlowStep>
  );
}
