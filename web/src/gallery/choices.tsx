import { useState } from 'react';
import { Checkbox } from '@/components/form/checkbox.tsx';
import { CheckboxGroup } from '@/components/form/checkbox-group.tsx';
import { Field } from '@/components/form/field.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { Switch } from '@/components/form/switch.tsx';
import { Specimen } from './specimen.tsx';

const tests = ['Yes', 'No', 'Sometimes', 'Other'];
const diagnoses = ['No diagnosis', 'Endometriosis', 'PCOS', 'Other'];
const feelings = [
  { value: 'confident', label: 'Confident', detail: 'I know what to do.' },
  { value: 'uncertain', label: 'Uncertain', detail: 'I would like to talk it through.' },
];

export function Choices() {
  const [uses, setUses] = useState<string | null>('Other');
  const [feeling, setFeeling] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[]>(['PCOS']);
  const [hidden, setHidden] = useState(true);
  return (
    <>
      <Specimen name="Radio group">
        <div className="grid gap-7 sm:grid-cols-2">
          <RadioGroup
            legend="Do you use ovulation tests?"
            options={tests}
            value={uses}
            onChange={setUses}
            reveal={{ Other: <Field label="Please specify" /> }}
          />
          <RadioGroup
            legend="How confident are you feeling?"
            hint="There is no wrong answer."
            options={feelings}
            value={feeling}
            onChange={setFeeling}
            error={feeling ? undefined : 'Please select an option'}
          />
        </div>
      </Specimen>
      <Specimen name="Checkbox group, checkbox">
        <div className="grid gap-7 sm:grid-cols-2">
          <CheckboxGroup
            legend="Infertility diagnosis"
            options={diagnoses}
            value={chosen}
            onChange={setChosen}
            error={chosen.length > 0 ? undefined : 'Please select at least one option'}
            reveal={{ Other: <Field label="Please specify" /> }}
          />
          <div className="space-y-3">
            <Checkbox
              label={
                <>
                  I have read the <TextLink to="/dev/gallery">privacy policy</TextLink>.
                </>
              }
              error="You must accept the privacy policy to continue"
            />
            <Checkbox label="Text me about appointments" detail="Texts are not encrypted." defaultChecked />
            <Checkbox label="Not available here" disabled />
          </div>
        </div>
      </Specimen>
      <Specimen name="Switch">
        <div className="max-w-md space-y-3">
          <Switch
            label="Hide pregnancy test results"
            help="You can hide your pregnancy test results if you don't want to see them."
            checked={hidden}
            onChange={setHidden}
          />
          <Switch label="Off" checked={false} onChange={() => undefined} />
          <Switch label="Not available" checked={false} disabled onChange={() => undefined} />
        </div>
      </Specimen>
    </>
  );
}
