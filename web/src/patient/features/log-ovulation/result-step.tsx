import { useState } from 'react';
import { OVULATION_RESULTS, type OvulationResult } from '@domain/results/ovulation.ts';
import { FLOW_HEADING, FlowStep } from '@/components/layout/flow-step.tsx';
import { Button } from '@/components/action/button.tsx';
import { Field } from '@/components/form/field.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { dayOf, dayRange, fieldRange, isDayOnly, problemWith, shownAt } from './taken-earlier.ts';

type Answers = { result: OvulationResult | null; takenEarlier: string | null };
type Props = Answers & {
  saving: boolean;
  moved: boolean;
  onAnswer: (change: Partial<Answers>) => void;
  onSave: (result: OvulationResult) => void;
  onBack: () => void;
  onExit: () => void;
};

export function ResultStep({ result, takenEarlier, saving, moved, onAnswer, onSave, onBack, onExit }: Props) {
  const [problem, setProblem] = useState<string>();

  function save() {
    const found = problemWith(takenEarlier, Date.now());
    setProblem(found);
    if (result && !found) onSave(result);
  }

  return (
    <FlowStep
      heading="Log your result"
      moved={moved}
      actions={
        <>
          <Button disabled={!result} busy={saving} onClick={save}>
            {saving ? 'Saving...' : 'Continue'}
          </Button>
          <Button look="quiet" disabled={saving} onClick={onBack}>
            Back
          </Button>
          <Button look="quiet" disabled={saving} onClick={onExit}>
            Exit
          </Button>
        </>
      }
    >
      <RadioGroup
        labelledBy={FLOW_HEADING}
        options={OVULATION_RESULTS}
        value={result}
        disabled={saving}
        onChange={(chosen) => onAnswer({ result: chosen as OvulationResult })}
      />
      <TakenEarlier
        shown={takenEarlier}
        problem={problem}
        disabled={saving}
        onChange={(shown) => {
          setProblem(undefined);
          onAnswer({ takenEarlier: shown });
        }}
      />
    </FlowStep>
  );
}

type TakenProps = {
  shown: string | null;
  problem: string | undefined;
  disabled: boolean;
  onChange: (shown: string | null) => void;
};

/** Most tests are logged right away, so only patients who say otherwise are asked for the time. */
function TakenEarlier({ shown, problem, disabled, onChange }: TakenProps) {
  const [isDay, setIsDay] = useState(Boolean(shown) && isDayOnly(shown!));
  const [{ range, days }] = useState(() => ({ range: fieldRange(Date.now()), days: dayRange(Date.now()) }));
  if (shown === null) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-soft">
        Taken just now
        <Button look="quiet" disabled={disabled} onClick={() => onChange(shownAt(Date.now()))}>
          I took it earlier
        </Button>
      </p>
    );
  }
  return (
    <div>
      <Field
        type={isDay ? 'date' : 'datetime-local'}
        label="When did you take it?"
        hint="Up to 7 days ago"
        {...(isDay ? days : range)}
        value={shown}
        error={problem && isDay && shown === '' ? 'Please enter a date' : problem}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="mt-1 -ml-3 flex flex-wrap">
        <Button
          look="quiet"
          disabled={disabled}
          onClick={() => {
            setIsDay(!isDay);
            onChange(isDay ? shownAt(Date.now()) : dayOf(shown || shownAt(Date.now())));
          }}
        >
          {isDay ? 'I know the time' : 'I only know the day'}
        </Button>
        <Button look="quiet" disabled={disabled} onClick={() => onChange(null)}>
          I took it just now
        </Button>
      </div>
    </div>
  );
}
