import { Suspense } from 'react';
import { useLocation } from 'wouter';
import {
  afterTestWords,
  earlyWords,
  NOTED,
  PEAK_BEFORE_TREATMENT,
  TODAY_AND_TOMORROW,
} from '@domain/copy/after-test.ts';
import { FEELING_HINT, FEELING_TITLE } from '@domain/copy/words.ts';
import { EARLIER_TEST, ovulationFeedback } from '@domain/copy/ovulation-feedback.ts';
import type { FeedbackWords } from '@domain/copy/words.ts';
import { isDayForApplicator } from '@domain/cycle/day-for-applicator.ts';
import type { OvulationResult } from '@domain/results/ovulation.ts';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { Button } from '@/components/action/button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { ReachUsLater } from '@/product-components/reach-us-later.tsx';
import { ApplicatorDays } from './applicator-days.tsx';
import type { AnswerTodayButton, Judged, MoveOnButton, PlanPlace } from './plan-place.ts';

type Props = {
  result: OvulationResult;
  /** From an earlier day, so instructions for now may not apply. */
  isEarlier: boolean;
  /** Null if too little is known. */
  judged: Judged | null;
  place: PlanPlace;
  MoveOn: MoveOnButton;
  AnswerToday: AnswerTodayButton;
  pending: boolean;
  onLogAnother: () => void;
  onExit: () => void;
};

const PEAK: OvulationResult = 'Peak (Positive LH Surge)';
const TIMERS = { label: TODAY_AND_TOMORROW.timers, path: '/treatment-day' };

export function OvulationFeedback(props: Props) {
  const { result, isEarlier, judged, place, MoveOn, AnswerToday, pending, onLogAnother, onExit } = props;
  const after = judged?.after ?? null;
  const [, navigate] = useLocation();
  const isPeak = result === PEAK;
  const isInTreatment = place !== 'before-treatment' && place !== 'after-treatment';
  const isForTreatment = isPeak && isInTreatment && after?.kind !== 'at-rest';
  const isItsDay = isForTreatment && isDayForApplicator(after, isEarlier);
  // The same order as on Home: without a kit, there is nothing to clear for today.
  const withoutKit = isItsDay ? (judged?.withoutKit ?? null) : null;
  const held = isForTreatment && !withoutKit ? (judged?.held ?? null) : null;
  const words = withoutKit ?? held ?? wordsOf(props);
  const isForApplicator = isItsDay && !withoutKit && !held;
  const asksCoach = isForTreatment && !isItsDay && !held;
  const showsPlan = isPeak && place === 'before-treatment';
  // If nothing is known about the cycle, the timers' page says what comes first.
  const ofApplicator = isForApplicator ? (judged ?? { next: TIMERS }).next : null;
  const next = withoutKit?.action ?? held?.call ?? ofApplicator;
  const hasFewButtons = isForApplicator || held !== null;
  const { heading, paragraphs } = words ?? ovulationFeedback(result, isEarlier);
  const earlier = isEarlier && !words ? EARLIER_TEST[result] : null;
  return (
    <>
      <FlowFeedback
        heading={heading}
        paragraphs={paragraphs}
        picture={isForApplicator ? 'applicators' : 'ovulation'}
        pending={pending}
        next={next && <LinkButton to={next.path}>{next.label}</LinkButton>}
        actions={
          <>
            {held && (
              <Suspense>
                <AnswerToday />
              </Suspense>
            )}
            {asksCoach && <Button onClick={() => navigate('/support')}>Message my Coach</Button>}
            {showsPlan && <Button onClick={() => navigate('/overview')}>See my plan</Button>}
            <Button look={next || asksCoach || showsPlan ? 'quiet' : 'primary'} onClick={onExit}>
              Exit
            </Button>
            {!hasFewButtons && (
              <Button look="quiet" onClick={onLogAnother}>
                Log another result
              </Button>
            )}
          </>
        }
      >
        {after?.kind === 'early' && isInTreatment && <Notice>{earlyWords(after.testFrom)}</Notice>}
        {earlier && <Notice>{earlier}</Notice>}
        {judged?.abstinence && isInTreatment && !isEarlier && !words && <Notice>{judged.abstinence}</Notice>}
        {isForApplicator && after && (
          <ApplicatorDays
            kind={after.kind}
            isTimersNext={next?.path === TIMERS.path}
            {...{ place, pending, MoveOn }}
          />
        )}
        {held && (
          <p>
            <TextLink to={held.started.path}>{held.started.label}</TextLink>
          </p>
        )}
        <p className="text-soft">
          Your results are stored in <TextLink to="/account">My Account</TextLink>.{' '}
          {/* A peak has one next step and few other buttons. */}
          {hasFewButtons && (
            <TextLink to="/log-result/ovulation" onClick={onLogAnother}>
              Log another result
            </TextLink>
          )}
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

/** Replaces the usual words where they would be wrong. */
function wordsOf({ result, judged, place }: Props): FeedbackWords | null {
  if (place === 'after-treatment') return NOTED;
  if (place === 'before-treatment' && result === PEAK) return PEAK_BEFORE_TREATMENT;
  return judged && afterTestWords(judged.after);
}
