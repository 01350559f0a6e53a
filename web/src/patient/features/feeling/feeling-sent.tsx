import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { PregnancyKnown } from '@domain/care-state/pregnancy-known.ts';
import { EMERGENCY_SIGNS, EMERGENCY_SIGNS_AFTER_LOSS } from '@domain/copy/emergency-signs.ts';
import { FEELING_SENT } from '@domain/copy/feeling.ts';
import { Button } from '@/components/action/button.tsx';
import { GoButton } from '@/components/action/go-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { UrgentSigns } from '@/components/feedback/urgent-signs.tsx';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import ReachUs from '@/product-components/reach-us.tsx';
import { CrisisCard } from './crisis-card.tsx';
import { GetHelp } from './get-help.tsx';
import { helpWords } from './help-words.ts';
import { UnreadNotice } from './unread-notice.tsx';

/** Loaded before it was sent. */
const HardTime = lazy(() => import('./hard-time.tsx'));

type Props = {
  urgent: boolean;
  isCrisis: boolean;
  isHard: boolean;
  /** Physical symptoms were reported. */
  hasSigns: boolean;
  /** The report includes bleeding. */
  bleeds: boolean;
  speaksOfCap: boolean;
  pregnancy: PregnancyKnown;
  now: number;
  /** For words of a loss. */
  lossCard: ReactNode;
};

/** After sending. What matters most comes first and gets the focus, and nothing is said twice. */
export function FeelingSent({ urgent, isCrisis, isHard, hasSigns, bleeds, speaksOfCap, ...known }: Props) {
  const { pregnancy, now, lossCard } = known;
  const [, navigate] = useLocation();
  const bleeding = bleeds && !urgent && FEELING_SENT.bleeding[pregnancy];
  const first = urgent ? 'help' : isCrisis ? 'crisis' : isHard ? 'hard' : 'thanks';
  return (
    <div className="max-w-xl space-y-5">
      {urgent && <GetHelp isFirst paragraphs={helpWords(speaksOfCap)} />}
      {isCrisis && <CrisisCard isSent isFirst={first === 'crisis'} />}
      {lossCard}
      {isHard && !isCrisis && (
        <Suspense>
          <HardTime stage="sent" now={now} isFirst={first === 'hard'} />
        </Suspense>
      )}
      <FlowFeedback
        heading={FEELING_SENT.heading}
        paragraphs={[FEELING_SENT.received, ...(urgent || isCrisis || !hasSigns ? [] : [FEELING_SENT.worse])]}
        moved={first === 'thanks'}
        actions={
          <>
            <Button onClick={() => navigate('/home')}>Go to Home</Button>
            <GoButton to="/support" look="quiet">
              My Coach
            </GoButton>
          </>
        }
      >
        {bleeding && (
          <Notice>
            <p>{bleeding}</p>
            <ReachUs className="mt-2" />
          </Notice>
        )}
        {!isCrisis && <UnreadNotice />}
        {hasSigns && !urgent && !isCrisis && (
          <UrgentSigns
            {...(speaksOfCap ? EMERGENCY_SIGNS : EMERGENCY_SIGNS_AFTER_LOSS)}
            call={emergencyCall()}
          />
        )}
      </FlowFeedback>
    </div>
  );
}
