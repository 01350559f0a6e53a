import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_EXPERIENCE_TEXT } from '@domain/contracts/fields/lengths.ts';
import { EXPERIENCE_SURVEY } from '@domain/copy/experience-survey.ts';
import type { Topic } from '@domain/messages/topics.ts';
import { experienceMessage, type ExperienceAnswers } from '@domain/surveys/experience.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { FieldError } from '@/components/form/field-error.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { ReachUsLater } from '@/product-components/reach-us-later.tsx';
import { useEntryForm } from '@/lib/entries/use-entry-form.ts';

const FORM = {
  name: 'experience-survey',
  steps: ['questions'] as const,
  Answers: z.object({ overall: z.nullable(z.string()), helped: z.string(), better: z.string() }),
  empty: { overall: null, helped: '', better: '' } as ExperienceAnswers,
  failure: 'Failed to submit a survey response.',
};
const TOPIC: Topic = 'My treatment';

/** The answers are sent to the care team as a message, so someone reads them and replies. */
export function ExperienceSurvey() {
  const { answers, moved, saving, answer, submit } = useEntryForm(FORM);
  const [sent, setSent] = useState<{ pending: boolean } | null>(null);
  const [problem, setProblem] = useState<string>();

  function send() {
    const text = experienceMessage(answers);
    setProblem(text ? undefined : EXPERIENCE_SURVEY.empty);
    if (text) submit({ kind: 'message', topic: TOPIC, text }, ({ pending }) => setSent({ pending }));
  }

  if (sent) return <Thanks pending={sent.pending} />;
  return (
    <>
      <FlowStep
        heading={EXPERIENCE_SURVEY.title}
        intro={EXPERIENCE_SURVEY.intro}
        moved={moved}
        actions={
          <Button busy={saving} onClick={send}>
            {saving ? 'Submitting...' : EXPERIENCE_SURVEY.send}
          </Button>
        }
      >
        <RadioGroup
          legend={EXPERIENCE_SURVEY.overall}
          options={EXPERIENCE_SURVEY.answers.map((label) => ({ value: label, label }))}
          value={answers.overall}
          disabled={saving}
          onChange={(overall) => answer({ overall })}
        />
        {(['helped', 'better'] as const).map((question) => (
          <TextArea
            key={question}
            label={EXPERIENCE_SURVEY[question]}
            value={answers[question]}
            maxLength={MAX_EXPERIENCE_TEXT}
            disabled={saving}
            onChange={({ target }) => answer({ [question]: target.value })}
          />
        ))}
        <FieldError id="experience-survey-error" error={problem} />
      </FlowStep>
      <ReachUsLater />
    </>
  );
}

function Thanks({ pending }: { pending: boolean }) {
  return (
    <FlowFeedback
      {...EXPERIENCE_SURVEY.thanks}
      pending={pending}
      picture="consultation"
      actions={
        <>
          <LinkButton to="/home">Back to Home</LinkButton>
          <LinkButton to="/messages" look="quiet">
            Messages
          </LinkButton>
        </>
      }
    />
  );
}
