import { useLocation } from 'wouter';
import { OTHER_METHODS, OTHER_METHODS_ADVICE } from '@domain/copy/other-methods.ts';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import { Button } from '@/components/action/button.tsx';

type Props = { moved: boolean; onBack: () => void; onExit: () => void };

export function OtherMethodsStep({ moved, onBack, onExit }: Props) {
  const [, navigate] = useLocation();
  return (
    <FlowStep
      heading="Other ways to detect ovulation"
      moved={moved}
      actions={
        <>
          <Button onClick={() => navigate('/support')}>Message my Coach</Button>
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
          <Button look="quiet" onClick={onExit}>
            Exit
          </Button>
        </>
      }
    >
      {OTHER_METHODS.map(({ title, text }) => (
        <section key={title}>
          <h3 className="text-heading">{title}</h3>
          <p className="mt-1.5 text-soft">{text}</p>
        </section>
      ))}
      <p>{OTHER_METHODS_ADVICE}</p>
    </FlowStep>
  );
}
