import { useState } from 'react';
import { CYCLE } from '@domain/copy/cycle.ts';
import type { CycleDates } from '@domain/cycle/cycle-status.ts';
import { cycleCharts, type ChartMark } from '@domain/results/cycle-chart.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { Card } from '@/components/layout/card.tsx';
import { Select } from '@/components/form/select.tsx';
import { Table, type Column } from '@/components/layout/table.tsx';
import { chartEvents, markWords, type ChartFacts } from '@/lib/cycle-chart/chart-events.ts';
import { cycleName, spansOf, summaryOf } from '@/lib/cycle-chart/chart-words.ts';
import { CycleDrawing } from '@/product-components/cycle-drawing.tsx';
import { Legend } from '@/product-components/cycle-legend.tsx';

type Props = Omit<ChartFacts, 'applicators'> & {
  /** Null if the forecast gate is closed. Then days are numbered, without dates. */
  dates: CycleDates | null;
};

/** One cycle at a time, as a chart and as a table for people who prefer to read it. */
export function CycleChartCard({ dates, ...facts }: Props) {
  const charts = cycleCharts(chartEvents({ ...facts, applicators: dates?.applicators ?? [] }));
  const [chosen, setChosen] = useState<string | null>(null);
  const found = charts.find(({ startsOn }) => startsOn === chosen) ?? charts[0];
  if (!found) return null;
  const withDates = dates !== null;
  const chart = withDates ? found : { ...found, likelyFertile: null };
  return (
    <Card title={CYCLE.heading} intro={`${dayOneWords(chart.isFromPeriod)} ${CYCLE.testsPredict}`}>
      {charts.length > 1 && (
        <Select
          label="Cycle"
          className="mb-5 max-w-sm"
          value={chart.startsOn}
          options={charts.map((each, place) => ({
            value: each.startsOn,
            label: cycleName(each, place, withDates),
          }))}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      <CycleDrawing
        chart={chart}
        withDates={withDates}
        summary={summaryOf(chart, withDates, { whose: 'Your cycle' })}
      />
      <Legend chart={chart} />
      <p className="mt-4 text-small text-soft">{CYCLE.guide}</p>
      <details className="mt-5 border-t border-line pt-3">
        <summary className="min-h-11 content-center font-semibold text-brand">Show as a table</summary>
        {spansOf(chart).map((words) => (
          <p key={words} className="mb-3 text-soft">
            {words}
          </p>
        ))}
        <Table
          label="Your cycle, day by day"
          columns={withDates ? [DAY, DATE, LOGGED] : [DAY, LOGGED]}
          rows={chart.marks}
          rowKey={(mark: ChartMark) => `${mark.day}${mark.kind}${markWords(mark)}`}
        />
      </details>
    </Card>
  );
}

const dayOneWords = (isFromPeriod: boolean) => (isFromPeriod ? CYCLE.dayOne.period : CYCLE.dayOne.firstEntry);

const DAY: Column<ChartMark> = { header: 'Day', place: 'aside', cell: ({ day }) => `Day ${day}` };
const DATE: Column<ChartMark> = { header: 'Date', cell: ({ on }) => monthAndDay(on) };
const LOGGED: Column<ChartMark> = { header: 'What you logged', place: 'lead', cell: markWords };
