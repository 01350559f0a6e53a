import type { ReactNode } from 'react';
import type { Flow, NotNow as Why } from '@domain/care-state/flows.ts';
import { notNowWords } from '@domain/copy/not-now.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';

type Props = { title: string; flow: Flow; why: Why; children?: ReactNode };

/** Shown for an old link that is not available now: why not, and a link to Home. */
export default function NotNow({ title, flow, why, children }: Props) {
  return (
    <FlowStep heading={title} moved={false} actions={<GoButton to="/home">Go to Home</GoButton>}>
      <p>{notNowWords(flow, why)}</p>
      {children}
    </FlowStep>
  );
}
