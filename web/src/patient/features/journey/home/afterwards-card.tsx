import { AFTER_CYCLES, PLAN_COMPLETE, REVIEWED } from '@domain/copy/afterwards.ts';
import { LinkButton } from '@/components/action/link-button.tsx';
import { Card } from '@/components/layout/card.tsx';

type Props = { afterwards: 'after-cycles' | 'finished'; isReviewed: boolean };

/** Home's card after treatment without a pregnancy: it offers support first, or looks back. */
export default function AfterwardsCard({ afterwards, isReviewed }: Props) {
  const { heading, paragraphs: planned } = afterwards === 'finished' ? PLAN_COMPLETE : AFTER_CYCLES;
  const isPast = isReviewed && afterwards === 'after-cycles';
  const paragraphs = isPast ? [planned[0]!, REVIEWED] : planned;
  return (
    <Card title={heading}>
      <div className="max-w-prose space-y-3">
        {paragraphs.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
      <div className="mt-5 flex flex-col gap-2.5 sm:flex-row sm:flex-wrap">
        {afterwards === 'finished' ? (
          <>
            <LinkButton to="/medical-notes" look="outline">
              {PLAN_COMPLETE.notes}
            </LinkButton>
            <LinkButton to="/support" look="outline">
              {PLAN_COMPLETE.coach}
            </LinkButton>
          </>
        ) : (
          <LinkButton to="/support" look="outline">
            {AFTER_CYCLES.coach}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}
