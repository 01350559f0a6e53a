import { Fragment, useId, type ReactNode, type Ref } from 'react';
import { Choice } from './choice.tsx';
import { asAnswer, Question, type Answer, type QuestionProps } from './question.tsx';

type Props = QuestionProps & {
  options: readonly Answer[];
  value: readonly string[];
  /** The answers that are ticked now, in the order of the options. */
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  /** What appears below an answer once it is ticked. */
  reveal?: Partial<Record<string, ReactNode>>;
  disabled?: boolean;
  /** The first answer: where the cursor goes when the question has an error. */
  ref?: Ref<HTMLInputElement>;
};

/** Any number of answers. */
export function CheckboxGroup({
  options,
  value,
  onChange,
  onBlur,
  reveal,
  disabled,
  ref,
  ...question
}: Props) {
  const name = useId();
  const answers = options.map(asAnswer);

  function tick(ticked: string, on: boolean) {
    onChange(
      answers.map((answer) => answer.value).filter((each) => (each === ticked ? on : value.includes(each))),
    );
  }

  return (
    <Question {...question}>
      {answers.map((option, index) => {
        const ticked = value.includes(option.value);
        return (
          <Fragment key={option.value}>
            <Choice
              type="checkbox"
              name={name}
              ref={index === 0 ? ref : undefined}
              label={option.label}
              detail={option.detail}
              value={option.value}
              checked={ticked}
              disabled={disabled}
              onChange={(event) => tick(option.value, event.target.checked)}
              onBlur={onBlur}
            />
            {ticked && reveal?.[option.value]}
          </Fragment>
        );
      })}
    </Question>
  );
}
