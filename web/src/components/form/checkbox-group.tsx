import { Answers, type AnswersProps } from './answers.tsx';
import { asAnswer } from './question.tsx';

type Props = AnswersProps & {
  value: readonly string[];
  /** The checked answers, in the order of the options. */
  onChange: (value: string[]) => void;
};

/** Any number of answers. */
export function CheckboxGroup({ value, onChange, ...answers }: Props) {
  function tick(ticked: string, on: boolean) {
    const all = answers.options.map((option) => asAnswer(option).value);
    onChange(all.filter((each) => (each === ticked ? on : value.includes(each))));
  }

  return <Answers type="checkbox" isTicked={(answer) => value.includes(answer)} onTick={tick} {...answers} />;
}
