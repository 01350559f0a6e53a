import { UNCLEAR } from '@domain/copy/unclear.ts';
import { FEELING_TITLE } from '@domain/copy/words.ts';
import { GoButton } from '@/components/action/go-button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { FlowFeedback } from '@/components/feedback/flow-feedback.tsx';

/** To come back to, from Home's card: the one page outside treatment that suggests a test. */
export function Unclear() {
  return (
    <FlowFeedback
      {...UNCLEAR}
      actions={
        <>
          <GoButton to="/log-result/pregnancy">Log pregnancy test</GoButton>
          <GoButton to="/support" look="quiet">
            My Coach
          </GoButton>
        </>
      }
    >
      <LinkButton to="/feeling" look="outline">
        {FEELING_TITLE}
      </LinkButton>
    </FlowFeedback>
  );
}
