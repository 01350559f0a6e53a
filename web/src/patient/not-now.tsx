import type { ReactNode } from 'react';
import type { NotNow as Why, Survey } from '@domain/care-state/flows.ts';
import { notNowWords } from '@domain/copy/not-now.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowStep } from '@/components/layout/flow-step.tsx';

type Props = { title: string; survey: Survey; why: Why; children?: ReactNode };

/** A survey that an old link opened where it has no place: one sentence, and the way home. */
export default function NotNow({ title, survey, why, children }: Props) {
  return (
    <FlowStep heading={title} moved={false} actions={<GoButton to="/home">Go to Home</GoButton>}>
      <p>{notNowWords(survey, why)}</p>
      {children}
    </FlowStep>
  );
}
