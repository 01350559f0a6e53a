import type { ReactNode } from 'react';
import {
  CHANGED,
  POSITIVE_AFTER_LOSS,
  POSITIVE_AFTER_STOP,
  PREGNANT,
  PREGNANT_BLEEDING,
  STOPPED,
  UNSURE,
  UNSURE_AFTER_POSITIVE,
} from '@domain/copy/outcomes.ts';
import { PREGNANCY_GUIDE } from '@domain/copy/afterwards.ts';
import { EMERGENCY_SIGNS, EMERGENCY_SIGNS_AFTER_LOSS } from '@domain/copy/emergency-signs.ts';
import type { Instant } from '@domain/time/instant.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { UrgentSigns } from '@/components/feedback/urgent-signs.tsx';
import { Card } from '@/components/layout/card.tsx';
import { emergencyCall } from '@/lib/clinic/emergency-call.ts';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { AfterLossCard } from './after-loss-card.tsx';
import type { Care } from './care.ts';
import { PausedCard } from './paused-card.tsx';
import { CallUs } from './talk-to-us.tsx';
import { UndoStop } from './undo-stop.tsx';

const REVIEW = '/schedule?appointmentType=post-treatment-review';

/** The state's own card, which replaces To Do outside treatment. */
type CardProps = {
  care: Care;
  /** In a pregnancy, the time since the positive test. */
  hasBled?: boolean;
  /** When the care team last spoke with the patient. Undefined while unknown. */
  spokeAt?: Instant | null | undefined;
};

export default function StateCard({ care, hasBled = false, spokeAt }: CardProps) {
  switch (care.state) {
    case 'paused':
      return <PausedCard pause={care.pause} />;
    case 'pregnant':
      if (hasBled) return <Bleeding care={care} />;
      if (care.surfaces.home.congratulates && care.asksForStatus) return <AfterStop care={care} />;
      return (
        <Words
          {...(care.surfaces.home.congratulates ? PREGNANT : POSITIVE_AFTER_LOSS)}
          below={
            !care.surfaces.home.congratulates && <UrgentSigns {...signsOf(care)} call={emergencyCall()} />
          }
        >
          {/* During a pregnancy, Today offers the review. If a call is urgent, it is here too. */}
          {care.surfaces.home.congratulates ? (
            <LinkButton to={externalLink('pregnancyGuide')} newTab look="outline">
              {PREGNANCY_GUIDE.download}
            </LinkButton>
          ) : (
            <TalkSoon />
          )}
          <SomethingHasChanged />
        </Words>
      );
    case 'unsure':
      return <UnsureCard care={care} />;
    case 'after-loss':
      return <AfterLossCard loss={care.loss} lossToUndo={care.lossToUndo} spokeAt={spokeAt} />;
    case 'stopped':
      return (
        <Words {...STOPPED} below={care.stopToUndo && <UndoStop {...care.stopToUndo} />}>
          <LinkButton to="/support" look="outline">
            My Coach
          </LinkButton>
        </Words>
      );
    default:
      return null;
  }
}

const signsOf = ({ surfaces }: Care) =>
  surfaces.help.speaksOfCap ? EMERGENCY_SIGNS : EMERGENCY_SIGNS_AFTER_LOSS;

/** A patient who is bleeding is not congratulated. */
const Bleeding = ({ care }: { care: Care }) => (
  <Words {...PREGNANT_BLEEDING} below={<UrgentSigns {...signsOf(care)} call={emergencyCall()} />}>
    <CallUs />
    <SomethingHasChanged />
  </Words>
);

/** Until a clinician has decided, no one who had stopped is congratulated. */
const AfterStop = ({ care }: { care: Care }) => (
  <Words {...POSITIVE_AFTER_STOP} below={<UrgentSigns {...signsOf(care)} call={emergencyCall()} />}>
    <TalkSoon />
    <SomethingHasChanged />
  </Words>
);

function UnsureCard({ care }: { care: Care }) {
  if (care.afterPositive) {
    return (
      <Words {...UNSURE_AFTER_POSITIVE} below={<UrgentSigns {...signsOf(care)} call={emergencyCall()} />}>
        <TalkSoon />
        <SomethingHasChanged />
      </Words>
    );
  }
  return (
    <Words {...UNSURE} below={<TextLink to="/unclear-result">{UNSURE.link}</TextLink>}>
      <LinkButton to="/support">My Coach</LinkButton>
      <SomethingHasChanged />
    </Words>
  );
}

type Props = { heading: string; paragraphs: readonly string[]; below?: ReactNode; children: ReactNode };

function Words({ heading, paragraphs, below, children }: Props) {
  return (
    <Card title={heading}>
      <div className="max-w-prose space-y-3">
        {paragraphs.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      <div className="mt-5 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">{children}</div>
      {below && <div className="mt-5">{below}</div>}
    </Card>
  );
}

const TalkSoon = () => (
  <>
    <GoButton to={REVIEW}>{PREGNANT.review}</GoButton>
    <CallUs />
  </>
);

const SomethingHasChanged = () => (
  <LinkButton to="/something-has-changed" look="outline">
    {CHANGED.title}
  </LinkButton>
);
