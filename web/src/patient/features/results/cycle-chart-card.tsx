import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cycleCharts, type ChartMark, type CycleChart } from '@domain/results/cycle-chart.ts';
import { addDays } from '@domain/time/day.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { Card } from '@/components/layout/card.tsx';
import { Select } from '@/components/form/select.tsx';
import { Table } from '@/components/layout/table.tsx';
import { deviceZone } from '@/lib/dates/device-zone.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { chartEvents, markWords } from './chart-events.ts';
import { CycleDrawing } from './cycle-chart.tsx';
import { Legend } from './cycle-legend.tsx';
import { applicatorDaysQuery, type LoggedResult } from './queries.ts';

type Props = {
  results: readonly LoggedResult[];
  hidePregnancy: boolean;
  /** Whether likely fertile days are drawn: in treatment alone. */
  likelyFertile: boolean;
};

/** One cycle at a time, drawn, and as a table for whoever would rather read it. */
export default function CycleChartCard({ results, hidePregnancy, likelyFertile }: Props) {
  const user = useUser();
  const { data: applicatorDays = [], error } = useQuery(applicatorDaysQuery(user.id));
  useFailureLog(error, 'The days of the applicators did not load');
  const events = chartEvents({ results, applicatorDays, hidePregnancy, zone: deviceZone() });
  const charts = cycleCharts(events);
  const [chosen, setChosen] = useState<string | null>(null);
  const found = charts.find(({ startsOn }) => startsOn === chosen) ?? charts[0];
  if (!found) return null;
  const chart = likelyFertile ? found : { ...found, likelyFertile: null };
  return (
    <Card
      title="Your cycle"
      intro="Day 1 is the first day you logged something in this cycle, not the first day of your period. Tests predict ovulation, they do not confirm it."
    >
      {charts.length > 1 && (
        <Select
          label="Cycle"
          className="mb-5 max-w-sm"
          value={chart.startsOn}
          options={charts.map(({ startsOn }) => ({
            value: startsOn,
            label: `From ${monthAndDay(startsOn)}`,
          }))}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      <CycleDrawing chart={chart} summary={summaryOf(chart)} />
      <Legend marks={chart.marks} />
      <details className="mt-5 border-t border-line pt-3">
        <summary className="min-h-11 content-center font-semibold text-brand">Show as a table</summary>
        {chart.likelyFertile && <p className="mb-3 text-soft">{likelyWords(chart)}</p>}
        <Table
          label="Your cycle, day by day"
          columns={[
            { header: 'Day', place: 'aside', cell: ({ day }) => `Day ${day}` },
            { header: 'Date', cell: ({ on }) => monthAndDay(on) },
            { header: 'What you logged', place: 'lead', cell: markWords },
          ]}
          rows={chart.marks}
          rowKey={(mark: ChartMark) => `${mark.day}${mark.kind}${markWords(mark)}`}
        />
      </details>
    </Card>
  );
}

function summaryOf(chart: CycleChart): string {
  const marks = chart.marks.map((mark) => `day ${mark.day}: ${markWords(mark)}`);
  return [`Your cycle from ${monthAndDay(chart.startsOn)}`, likelyWords(chart), ...marks]
    .filter(Boolean)
    .join('. ');
}

function likelyWords({ startsOn, likelyFertile }: CycleChart): string {
  if (!likelyFertile) return '';
  const { from, to } = likelyFertile;
  return `Likely fertile days: ${monthAndDay(addDays(startsOn, from - 1))} to ${monthAndDay(addDays(startsOn, to - 1))}`;
}
