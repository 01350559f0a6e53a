import { FLOW_HEADING, FlowStep } from '@/components/layout/flow-step.tsx';
import { Button } from '@/components/action/button.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { RadioGroup } from '@/components/form/radio-group.tsx';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { METHODS, type Method } from './methods.ts';

type Props = {
  method: Method | null;
  moved: boolean;
  onChange: (method: Method) => void;
  onContinue: (method: Method) => void;
  onExit: () => void;
};

export function MethodStep({ method, moved, onChange, onContinue, onExit }: Props) {
  return (
    <FlowStep
      heading="How are you detecting ovulation?"
      moved={moved}
      actions={
        <>
          <Button disabled={!method} onClick={() => method && onContinue(method)}>
            Continue
          </Button>
          <Button look="quiet" onClick={onExit}>
            Exit
          </Button>
        </>
      }
    >
      <RadioGroup
        labelledBy={FLOW_HEADING}
        options={METHODS}
        value={method}
        onChange={(chosen) => onChange(chosen as Method)}
      />
      <p>
        <TextLink to={externalLink('opkGuide')} newTab>
          Learn more about ovulation tests
        </TextLink>
      </p>
    </FlowStep>
  );
}
