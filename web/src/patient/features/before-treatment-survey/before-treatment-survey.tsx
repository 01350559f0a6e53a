import { useState } from 'react';
import { useLocation } from 'wouter';
import * as z from 'zod/mini';
import {
  BEFORE_CONSULTATION,
  BEFORE_TREATMENT_FEEDBACK,
  BEFORE_TREATMENT_SURVEY,
} from '@domain/copy/survey-feedback.ts';
import { Confidence, CONFIDENCE, offersSupport } from '@domain/surveys/before-treatment.ts';
import { Picture } from '@/components/art/picture.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { Button } from '@/components/action/button.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';

const FORM = {
  name: 'before-treatment-survey',
  steps: ['question'] as const,
  Answers: z.object({ response: z.nullable(Confidence) }),
  empty: { response: null },
  failure: 'Failed to submit a survey response.',
};

const LABELS: Record<Confidence, string> = {
  confident: 'Confident',
  neutral: 'Neutral',
  uncertain: 'Uncertain',
};

/** `isBeforeKit`: there is no kit, and no consultation that would order one. */
export function BeforeTreatmentSurvey({ isBeforeKit }: { isBeforeKit: boolean }) {
  const { answers, moved, saving, answer, submit } = useEntryForm(FORM);
  const [sent, setSent] = useState<{ response: Confidence; pending: boolean } | null>(null);
  const { response } = answers;

  function send() {
    if (!response) return;
    submit({ kind: 'before-treatment', response }, ({ pending }) => setSent({ response, pending }));
  }

  if (sent) return <Response {...{ ...sent, isBeforeKit }} />;
  return (
    <FlowStep
      heading={BEFORE_TREATMENT_SURVEY.heading}
      intro={BEFORE_TREATMENT_SURVEY[isBeforeKit ? 'beforeKit' : 'ready']}
      picture={<Picture name="consultation" className="h-40 w-full sm:h-48" />}
      moved={moved}
      actions={
        <Button disabled={!response} busy={saving} onClick={send}>
          {saving ? 'Submitting...' : 'Submit & Exit'}
        </Button>
      }
    >
      <RadioGroup
        legend="How confident are you feeling about using the Béa Kit?"
        options={CONFIDENCE.map((value) => ({ value, label: LABELS[value] }))}
        value={response}
        disabled={saving}
        onChange={(chosen) => answer({ response: chosen as Confidence })}
      />
    </FlowStep>
  );
}

type Sent = { response: Confidence; pending: boolean; isBeforeKit: boolean };

function Response({ response, pending, isBeforeKit }: Sent) {
  const [, navigate] = useLocation();
  const supported = offersSupport(response);
  return (
    <FlowFeedback
      {...(isBeforeKit && !supported ? BEFORE_CONSULTATION : BEFORE_TREATMENT_FEEDBACK[response])}
      picture="consultation"
      pending={pending}
      actions={
        <>
          {supported && <Button onClick={() => navigate('/support')}>Message my Coach</Button>}
          <Button look={supported ? 'quiet' : 'primary'} onClick={() => navigate('/overview')}>
            Exit
          </Button>
        </>
      }
    />
  );
}
