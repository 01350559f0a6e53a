import { UNCLEAR } from '@domain/copy/unclear.ts';
import { FEELING_HINT, FEELING_TITLE } from '@domain/copy/words.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { ReachUsLater } from '@/product-components/reach-us-later.tsx';
import type { Care } from './care.ts';

type Props = {
  care: Care | null;
  isPending: boolean;
  /** The test was too early, so another one is not offered yet. */
  isEarly: boolean;
};

/**
 * Reachable from Home's card. The only page outside treatment that suggests a test, for a patient who isn't
 * sure.
 */
export function Unclear({ care, isPending, isEarly }: Props) {
  if (isPending) return <LoadingBlock lines={4} className="mx-auto max-w-xl" />;
  const mayTest = care?.surfaces.unclearResult.suggestsTest ?? false;
  const suggestsTest = mayTest && !isEarly;
  return (
    <>
      <FlowFeedback
        heading={UNCLEAR.heading}
        paragraphs={[
          UNCLEAR.common,
          ...(mayTest ? [isEarly ? UNCLEAR.early : UNCLEAR.testAgain, UNCLEAR.applicator] : []),
          UNCLEAR.coach,
        ]}
        actions={
          <>
            {suggestsTest && <GoButton to="/log-result/pregnancy">Log pregnancy test</GoButton>}
            <GoButton to="/support" look={suggestsTest ? 'quiet' : 'primary'}>
              My Coach
            </GoButton>
          </>
        }
      >
        <p className="text-soft">{FEELING_HINT}</p>
        <LinkButton to="/feeling" look="outline">
          {FEELING_TITLE}
        </LinkButton>
      </FlowFeedback>
      <ReachUsLater />
    </>
  );
}
