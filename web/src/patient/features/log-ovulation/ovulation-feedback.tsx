import { useLocation } from 'wouter';
import { afterTestWords, earlyWords, NOTED, PEAK_BEFORE_TREATMENT } from '@domain/copy/after-test.ts';
import { FEELING_HINT, FEELING_TITLE } from '@domain/copy/words.ts';
import { EARLIER_TEST, ovulationFeedback } from '@domain/copy/ovulation-feedback.ts';
import type { FeedbackWords } from '@domain/copy/words.ts';
import type { AfterTest } from '@domain/cycle/after-test.ts';
import type { OvulationResult } from '@domain/results/ovulation.ts';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { Button } from '@/components/action/button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { ReachUsLater } from '@/lib/clinic/reach-us-later.tsx';
import { ApplicatorDays } from './applicator-days.tsx';
import type { MoveOnButton, PlanPlace } from './plan-place.ts';

type Props = {
  result: OvulationResult;
  /** Of an earlier day: what is said about now may not hold. */
  isEarlier: boolean;
  /** What it is in the patient's cycle; null where too little is known. */
  after: AfterTest | null;
  place: PlanPlace;
  MoveOn: MoveOnButton;
  pending: boolean;
  onLogAnother: () => void;
  onExit: () => void;
};

export function OvulationFeedback(props: Props) {
  const { result, isEarlier, after, place, MoveOn, pending, onLogAnother, onExit } = props;
  const [, navigate] = useLocation();
  const isPeak = result === 'Peak (Positive LH Surge)';
  const words = wordsOf(props);
  const isInTreatment = place !== 'before-treatment' && place !== 'after-treatment';
  const isForApplicator = isPeak && isInTreatment && isDayForApplicator(after, isEarlier);
  const asksCoach = isPeak && isInTreatment && !isForApplicator && after?.kind !== 'at-rest';
  const showsPlan = isPeak && place === 'before-treatment';
  const earlier = isEarlier && !words ? EARLIER_TEST[result] : null;
  return (
    <>
      <FlowFeedback
        {...(words ?? ovulationFeedback(result, isEarlier))}
        picture={isForApplicator ? 'applicators' : 'ovulation'}
        pending={pending}
        actions={
          <>
            {isForApplicator && (
              <Button onClick={() => navigate('/applicator-instructions')}>Read the applicator steps</Button>
            )}
            {asksCoach && <Button onClick={() => navigate('/support')}>Message my Coach</Button>}
            {showsPlan && <Button onClick={() => navigate('/overview')}>See my plan</Button>}
            <Button look={isForApplicator || asksCoach || showsPlan ? 'quiet' : 'primary'} onClick={onExit}>
              Exit
            </Button>
            <Button look="quiet" onClick={onLogAnother}>
              Log another result
            </Button>
          </>
        }
      >
        {after?.kind === 'early' && isInTreatment && <Notice>{earlyWords(after.testFrom)}</Notice>}
        {earlier && <Notice>{earlier}</Notice>}
        {isForApplicator && after && (
          <ApplicatorDays kind={after.kind} place={place} pending={pending} MoveOn={MoveOn} />
        )}
        <p className="text-soft">
          Your results are stored in <TextLink to="/account">My Account</TextLink>.
        </p>
        <p className="text-soft">{FEELING_HINT}</p>
        <LinkButton to="/feeling" look="outline">
          {FEELING_TITLE}
        </LinkButton>
      </FlowFeedback>
      <ReachUsLater />
    </>
  );
}

/** In place of the usual words, where the usual ones would not be true. */
function wordsOf({ result, after, place }: Props): FeedbackWords | null {
  if (place === 'after-treatment') return NOTED;
  if (place === 'before-treatment' && result === 'Peak (Positive LH Surge)') return PEAK_BEFORE_TREATMENT;
  return after && afterTestWords(after);
}

/** Where nothing is known of the cycle, a peak of today is taken for what it says. */
const isDayForApplicator = (after: AfterTest | null, isEarlier: boolean): boolean =>
  after === null
    ? !isEarlier
    : after.kind === 'first-day' || after.kind === 'second-day' || after.kind === 'used-today';
