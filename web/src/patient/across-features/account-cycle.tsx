import { useQuery } from '@tanstack/react-query';
import { PeriodList } from '@/patient/features/cycle/period-list.tsx';
import type { Care } from '@/patient/features/outcomes/care.ts';
import { CycleChartCard } from '@/patient/features/results/cycle-chart-card.tsx';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useCycle } from './use-cycle.ts';

type Props = { care: Care | null };

/** For My Account: the submitted periods. */
export function Periods({ care, asks }: Props & { asks: boolean }) {
  const cycle = useCycle(care);
  return cycle && <PeriodList periods={cycle.periods} asks={asks} />;
}

/** For My Account: the chart of all entries. */
export function Chart({ care, hidePregnancy }: Props & { hidePregnancy: boolean }) {
  const user = useUser();
  const cycle = useCycle(care);
  const { data: results = [], isPending } = useQuery(resultsQuery(user.id));
  if (!cycle || isPending) return null;
  const { periods, applicatorsUsedOn, dates } = cycle;
  return <CycleChartCard {...{ results, periods, applicatorsUsedOn, dates, hidePregnancy }} />;
}
