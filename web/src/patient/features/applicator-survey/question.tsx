import { REPORTED_FOR_DAYS } from '@domain/care-state/flows.ts';
import { addDays } from '@domain/time/day.ts';
import { MAX_CHARACTERS } from '@domain/contracts/fields/lengths.ts';
import { needsAdvice } from '@domain/surveys/applicator-steps.ts';
import {
  asksForDetails,
  asksWhatWasTaken,
  CAP_WEAR,
  COLLECTION_TO_INSERTION,
  FEEDBACK,
  MEDICATION,
} from '@domain/surveys/applicator-use.ts';
import { FROM_TIMERS } from '@domain/copy/treatment-day.ts';
import { FLOW_HEADING } from '@/components/layout/flow-step.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { TextArea } from '@/components/form/text-area.tsx';
import { weekdayAndDay } from '@domain/time/words.ts';
import { today } from '@/lib/dates/test-day.ts';
import { CapAdvice } from './cap-advice.tsx';
import type { QuestionStepName, SurveyAnswers } from './form.ts';

type Props = {
  step: QuestionStepName;
  isLate: boolean;
  answers: SurveyAnswers;
  fromTimers: Partial<SurveyAnswers> | null;
  isCapOut: boolean;
  disabled: boolean;
  onAnswer: (change: Partial<SurveyAnswers>) => void;
};

export function Question({ step, isLate, answers, fromTimers, isCapOut, disabled, onAnswer }: Props) {
  const group = { labelledBy: FLOW_HEADING, disabled };
  switch (step) {
    case 'insemination-date':
      return (
        <DatePicker
          label="Insemination date"
          value={answers.inseminationDate}
          max={today()}
          {...(isLate && { min: addDays(today(), -REPORTED_FOR_DAYS) })}
          show={weekdayAndDay}
          disabled={disabled}
          onChange={(day) => onAnswer({ inseminationDate: day })}
        />
      );
    case 'medications':
      return (
        <>
          <RadioGroup
            {...group}
            options={MEDICATION}
            value={answers.medication}
            onChange={(chosen) => onAnswer({ medication: chosen as SurveyAnswers['medication'] })}
          />
          {answers.medication && asksWhatWasTaken(answers.medication) && (
            <Comment
              label="What did you take, and when did you last take it?"
              value={answers.medicationComment}
              disabled={disabled}
              onChange={(text) => onAnswer({ medicationComment: text })}
            />
          )}
        </>
      );
    case 'sperm-collection':
      return (
        <>
          {fromTimers?.collectionToInsertion && <FromTimers />}
          <RadioGroup
            {...group}
            options={COLLECTION_TO_INSERTION}
            value={answers.collectionToInsertion}
            onChange={(chosen) =>
              onAnswer({ collectionToInsertion: chosen as SurveyAnswers['collectionToInsertion'] })
            }
          />
        </>
      );
    case 'cervical-cap-wear':
      return (
        <>
          {fromTimers?.capWear && <FromTimers />}
          <RadioGroup
            {...group}
            options={CAP_WEAR}
            value={answers.capWear}
            onChange={(chosen) => onAnswer({ capWear: chosen as SurveyAnswers['capWear'] })}
          />
          {answers.capWear && needsAdvice(answers.capWear) && <CapAdvice isOut={isCapOut} />}
        </>
      );
    default:
      return (
        <>
          <RadioGroup
            {...group}
            options={FEEDBACK}
            value={answers.feedback}
            onChange={(chosen) => onAnswer({ feedback: chosen as SurveyAnswers['feedback'] })}
          />
          {answers.feedback && asksForDetails(answers.feedback) && (
            <Comment
              label="Please tell us more about what was difficult"
              value={answers.feedbackComment}
              disabled={disabled}
              onChange={(text) => onAnswer({ feedbackComment: text })}
            />
          )}
        </>
      );
  }
}

type CommentProps = { label: string; value: string; disabled: boolean; onChange: (text: string) => void };

function Comment({ onChange, ...area }: CommentProps) {
  return (
    <TextArea
      hint="Optional"
      maxLength={MAX_CHARACTERS}
      {...area}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const FromTimers = () => <p className="mb-3 text-soft">{FROM_TIMERS}</p>;
