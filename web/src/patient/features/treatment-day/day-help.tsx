import type { ReactNode } from 'react';
import { DAY_HELP } from '@domain/copy/day-help.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';
import ReachUs from '@/product-components/reach-us.tsx';

type Props = {
  urgent: ReactNode;
  hasCoach: boolean;
  /** The clinic's numbers. Next to a cap that is in too long, its own card has them. */
  hasNumbers: boolean;
};

/**
 * Shown in every state of the timers: what to do if the string is out of reach, when not to wait, and how to
 * reach the coach.
 */
export default function DayHelp({ urgent, hasCoach, hasNumbers }: Props) {
  return (
    <Card title={DAY_HELP.title}>
      <h3 className="font-sans font-semibold tracking-normal">{DAY_HELP.string.heading}</h3>
      <p className="mt-1 max-w-prose">{DAY_HELP.string.text}</p>
      <div className="mt-5">{urgent}</div>
      {hasCoach && (
        <div className="mt-5 flex flex-wrap gap-2.5">
          <LinkButton to="/support" look="outline">
            Talk to my coach
          </LinkButton>
        </div>
      )}
      {hasNumbers && <ReachUs className="mt-5" />}
    </Card>
  );
}
