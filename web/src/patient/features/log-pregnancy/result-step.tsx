import { PREGNANCY_RESULTS, type PregnancyResult } from '@domain/results/pregnancy.ts';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { Button } from '@/components/action/button.tsx';
import { DatePicker } from '@/components/form/date-picker.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { weekdayDayMonth } from '@domain/time/words.ts';
import { today } from '@/lib/dates/test-day.ts';

const HEADING = 'Log your result';
const LABELS: Record<PregnancyResult, string> = {
  positive: 'Positive',
  negative: 'Negative',
  unclear: "I'm not sure what it shows",
};

type Props = {
  result: PregnancyResult | null;
  day: string;
  saving: boolean;
  moved: boolean;
  onAnswer: (change: { result?: PregnancyResult; day?: string }) => void;
  onSave: (result: PregnancyResult) => void;
  onExit: () => void;
};

export function ResultStep({ result, day, saving, moved, onAnswer, onSave, onExit }: Props) {
  return (
    <FlowStep
      heading={HEADING}
      moved={moved}
      actions={
        <>
          <Button disabled={!result} busy={saving} onClick={() => result && onSave(result)}>
            {saving ? 'Saving...' : 'Continue'}
          </Button>
          <Button look="quiet" disabled={saving} onClick={onExit}>
            Exit
          </Button>
        </>
      }
    >
      <RadioGroup
        legend="What does your test show?"
        options={PREGNANCY_RESULTS.map((value) => ({ value, label: LABELS[value] }))}
        value={result}
        disabled={saving}
        onChange={(chosen) => onAnswer({ result: chosen as PregnancyResult })}
      />
      <DatePicker
        label="Test date"
        value={day}
        max={today()}
        show={weekdayDayMonth}
        disabled={saving}
        onChange={(chosen) => onAnswer({ day: chosen })}
      />
    </FlowStep>
  );
}
