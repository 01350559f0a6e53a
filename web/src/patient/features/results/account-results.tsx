import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shownResults } from '@domain/results/results.ts';
import { Card } from '@/components/layout/card.tsx';
import { useArriveAt } from '@/components/layout/use-arrive-at.ts';
import { Notice } from '@/components/feedback/notice.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Switch } from '@/components/form/switch.tsx';
import { useUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { DeleteResult } from './delete-result.tsx';
import { NoResults } from './no-results.tsx';
import { resultsQuery, type LoggedResult } from './queries.ts';
import { ResultsTable } from './results-table.tsx';

type Props = {
  /** False outside treatment. */
  asksToTest: boolean;
  /** The list of periods, below the list of tests. */
  periodList: ReactNode;
  /** The patient's state isn't known yet. */
  isPending: boolean;
  /** Pregnancy tests are hidden. */
  hidden: boolean;
  onHide: (hidden: boolean) => void;
};

/** The place that 'See All' on Home links to. */
const RESULTS_ID = 'test-results';

/** All submitted entries. */
export function AccountResults({ asksToTest, periodList, hidden, onHide, ...care }: Props) {
  const user = useUser();
  const { data: results = [], error, ...loading } = useQuery(resultsQuery(user.id));
  useFailureLog(error, 'Test results did not load');
  const isPending = loading.isPending || care.isPending;
  useArriveAt(RESULTS_ID, !isPending);
  return (
    <Card
      id={RESULTS_ID}
      title="Test Results"
      intro="Ovulation and pregnancy test results that you have submitted"
    >
      <div className="mb-5 border-b border-line pb-5">
        <Switch
          label="Hide pregnancy test results"
          help="You can hide your pregnancy test results if you don't want to see them."
          checked={hidden}
          onChange={onHide}
        />
      </div>
      {isPending ? <LoadingBlock lines={4} /> : <Results {...{ results, hidden, asksToTest }} />}
      {periodList}
    </Card>
  );
}

type Listed = Pick<Props, 'asksToTest'> & { results: LoggedResult[]; hidden: boolean };

function Results({ results, hidden, asksToTest }: Listed) {
  if (results.length === 0) return <NoResults asksToTest={asksToTest} />;
  const shown = shownResults(results, hidden);
  if (shown.length === 0) return <Notice>Your pregnancy test results are hidden.</Notice>;
  return <ResultsTable results={shown} Correction={DeleteResult} />;
}
