import { useState, type ReactNode } from 'react';
import type { OutcomeEventKind } from '@domain/care-state/facts.ts';
import { refusalOf } from '@domain/care-state/refusal.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';
import type { Care } from './care.ts';

type Props = {
  kind: OutcomeEventKind;
  title: string;
  care: Care | null;
  isPending: boolean;
  children: ReactNode;
};

/**
 * Says before a form is filled in that the state would refuse it. Evaluated when the page opens, because the
 * report changes the state itself. If the state failed to load, the server decides.
 */
export function UnlessRefused({ kind, title, care, isPending, children }: Props) {
  const [verdict, setVerdict] = useState<{ refusal: string | null } | null>(null);
  if (!verdict && !isPending) setVerdict({ refusal: care && refusalOf(care, kind, 'patient') });
  if (!verdict) return <LoadingBlock lines={4} className="mx-auto max-w-xl" />;
  if (!verdict.refusal) return children;
  return (
    <FlowStep
      heading={title}
      moved={false}
      actions={
        <>
          <GoButton to="/home">Go to Home</GoButton>
          <GoButton to="/support" look="quiet">
            My Coach
          </GoButton>
        </>
      }
    >
      <p>{verdict.refusal}</p>
    </FlowStep>
  );
}
