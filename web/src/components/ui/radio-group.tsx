import { Fragment, useId, type ReactNode, type Ref } from 'react';
import { Choice } from './choice.tsx';
import { asAnswer, Question, type Answer, type QuestionProps } from './question.tsx';

type Props = QuestionProps & {
  options: readonly Answer[];
  value: string | null | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** What appears below an answer once it is chosen: `{ Other: <Field label="Please specify" … /> }`. */
  reveal?: Partial<Record<string, ReactNode>>;
  disabled?: boolean;
  /** The first answer: where the cursor goes when the question has an error. */
  ref?: Ref<HTMLInputElement>;
};

/** One answer of several. */
export function RadioGroup({ options, value, onChange, onBlur, reveal, disabled, ref, ...question }: Props) {
  const name = useId();
  return (
    <Question {...question}>
      {options.map(asAnswer).map((option, index) => {
        const chosen = option.value === value;
        return (
          <Fragment key={option.value}>
            <Choice
              type="radio"
              name={name}
              ref={index === 0 ? ref : undefined}
              label={option.label}
              detail={option.detail}
              value={option.value}
              checked={chosen}
              disabled={disabled}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
            />
            {chosen && reveal?.[option.value]}
          </Fragment>
        );
      })}
    </Question>
  );
}
