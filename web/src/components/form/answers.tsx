import { Fragment, useId, type ReactNode, type Ref } from 'react';
import { Choice } from './choice.tsx';
import { asAnswer, Question, type Answer, type QuestionProps } from './question.tsx';

export type AnswersProps = QuestionProps & {
  options: readonly Answer[];
  onBlur?: () => void;
  /** What appears below an answer once it is checked: `{ Other: <Field label="Please specify" … /> }`. */
  reveal?: Partial<Record<string, ReactNode>>;
  disabled?: boolean;
  /** The first answer: it gets the focus when the question has an error. */
  ref?: Ref<HTMLInputElement>;
};

type Props = AnswersProps & {
  type: 'radio' | 'checkbox';
  isTicked: (value: string) => boolean;
  onTick: (value: string, on: boolean) => void;
};

/** A question with the answers that it offers. */
export function Answers({
  type,
  options,
  isTicked,
  onTick,
  onBlur,
  reveal,
  disabled,
  ref,
  ...question
}: Props) {
  const name = useId();
  return (
    <Question {...question}>
      {options.map(asAnswer).map(({ value, label, detail }, index) => (
        <Fragment key={value}>
          <Choice
            {...{ type, name, label, detail, value, disabled, onBlur }}
            ref={index === 0 ? ref : undefined}
            checked={isTicked(value)}
            onChange={(event) => onTick(value, event.target.checked)}
          />
          {isTicked(value) && reveal?.[value]}
        </Fragment>
      ))}
    </Question>
  );
}
