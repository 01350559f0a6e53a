import { Answers, type AnswersProps } from './answers.tsx';

type Props = AnswersProps & { value: string | null | undefined; onChange: (value: string) => void };

/** One answer of several. */
export const RadioGroup = ({ value, onChange, ...answers }: Props) => (
  <Answers
    type="radio"
    isTicked={(answer) => answer === value}
    onTick={(answer) => onChange(answer)}
    {...answers}
  />
);
