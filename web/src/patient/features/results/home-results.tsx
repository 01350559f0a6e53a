import { useQuery } from '@tanstack/react-query';
import { OFFLINE } from '@domain/copy/offline.ts';
import { recentResults, shownResults } from '@domain/results/results.ts';
import { Card } from '@/components/layout/card.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { useOffline } from '@/lib/backend/use-offline.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { NoResults } from './no-results.tsx';
import { resultsQuery, type LoggedResult } from './queries.ts';
import { ResultsTable } from './results-table.tsx';

type Props = {
  now: number;
  /** False outside treatment, where nothing asks for a test. */
  asksToTest: boolean;
  /** False after a loss. */
  listsPregnancyResults: boolean;
};

/** The last seven days, whatever My Account's switch says. */
export function HomeResults(props: Props) {
  const user = useUser();
  const { data: results, error, isPending } = useQuery(resultsQuery(user.id));
  const isUnknown = useOffline() && !results;
  useFailureLog(error, 'Test results did not load');
  return (
    <Card title="Test Results" action={<TextLink to="/account#test-results">See All</TextLink>}>
      {isUnknown && <p className="text-soft">{OFFLINE.results}</p>}
      {isPending && !isUnknown && <LoadingBlock lines={3} />}
      {!isPending && !isUnknown && (
        <Recent {...props} results={shownResults(results ?? [], !props.listsPregnancyResults)} />
      )}
    </Card>
  );
}

function Recent({ results, now, asksToTest, listsPregnancyResults }: Props & { results: LoggedResult[] }) {
  if (results.length === 0 && listsPregnancyResults) return <NoResults asksToTest={asksToTest} />;
  const recent = recentResults(results, now);
  if (recent.length === 0 && !asksToTest) {
    return (
      <p className="text-soft">
        {listsPregnancyResults
          ? 'Your last logged results were over 7 days ago.'
          : "You don't have any logged results to show here."}
      </p>
    );
  }
  if (recent.length === 0) {
    return (
      <Notice>
        Your last logged ovulations were over 7 days ago. Logging your results helps us monitor your
        treatment.
      </Notice>
    );
  }
  return <ResultsTable results={recent} />;
}
