import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { PERIOD_TITLES } from '@domain/record/words.ts';
import { cycleCharts, type ChartMark, type CycleChart } from '@domain/results/cycle-chart.ts';
import { addDays, daysBetween } from '@domain/time/day.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { chartEvents, markWords } from '@/lib/cycle-chart/chart-events.ts';
import { summaryOf } from '@/lib/cycle-chart/chart-words.ts';
import { ChartPoints } from '@/product-components/chart-points.tsx';
import { CycleDrawing } from '@/product-components/cycle-drawing.tsx';
import { Legend } from '@/product-components/cycle-legend.tsx';
import { CompactButton } from '@/components/action/compact-button.tsx';
import type { WholeRecord } from '../queries.ts';

const LONGEST = 60;

/** One cycle at a time, newest first, in the patient's own days. Shown once there is an entry. */
export function CycleCard({ record: { cycle, results, profile } }: { record: WholeRecord }) {
  const [place, setPlace] = useState(0);
  const charts = cycleCharts(chartEvents({ ...cycle, results, hidePregnancy: false }));
  const found = charts[Math.min(place, charts.length - 1)];
  if (!found) return null;
  const isNewest = found === charts[0];
  const chart = cycle.hasForecast && isNewest ? found : { ...found, likelyFertile: null };
  const today = daysBetween(chart.startsOn, cycle.today) + 1;
  // A cycle without an end must not stretch the chart over months.
  const isCounted = isNewest && cycle.day !== null && today <= LONGEST;
  const whose = `${profile.firstName || 'The patient'}’s cycle`;
  return (
    <section aria-labelledby="cycle" className="rounded-card border border-line bg-card p-4.5 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex items-baseline gap-x-3">
          <h2 id="cycle" className="text-[1.25rem]">
            Cycle
          </h2>
          <p className="text-small text-soft">{headWords(chart, isNewest ? cycle.day : null)}</p>
        </div>
        {charts.length > 1 && (
          <div className="-mr-2 flex gap-1">
            <CompactButton
              look="quiet"
              disabled={place >= charts.length - 1}
              onClick={() => setPlace(place + 1)}
            >
              <ChevronLeft aria-hidden="true" className="size-4" />
              Previous cycle
            </CompactButton>
            <CompactButton look="quiet" disabled={isNewest} onClick={() => setPlace(place - 1)}>
              Next cycle
              <ChevronRight aria-hidden="true" className="size-4" />
            </CompactButton>
          </div>
        )}
      </div>
      <div className="mt-2">
        <CycleDrawing
          chart={isCounted ? { ...chart, lastDay: Math.max(chart.lastDay, today) } : chart}
          withDates
          summary={summaryOf(chart, true, { whose, wordsOf: words })}
          today={isCounted ? today : null}
          renderPoints={(scale) => (
            <ChartPoints
              key={chart.startsOn}
              marks={chart.marks}
              scale={scale}
              wordsOf={(mark) =>
                `${monthAndDay(addDays(chart.startsOn, mark.day - 1))}, day ${mark.day}: ${words(mark)}`
              }
            />
          )}
        />
      </div>
      <Legend chart={chart} />
    </section>
  );
}

const headWords = ({ startsOn }: CycleChart, day: number | null): string =>
  [day !== null && `Day ${day}`, `from ${monthAndDay(startsOn)}`].filter(Boolean).join(', ');

const words = (mark: ChartMark): string =>
  mark.kind === 'period' ? PERIOD_TITLES[mark.as] : markWords(mark);
