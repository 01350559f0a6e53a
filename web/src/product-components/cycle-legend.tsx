import type { ChartMark, CycleChart } from '@domain/results/cycle-chart.ts';
import { PREGNANCY_WORDS } from '@/lib/cycle-chart/chart-events.ts';
import { PregnancyMark } from './pregnancy-mark.tsx';

type Entry = { words: string; shape: string; isShown: (mark: ChartMark) => boolean };

const ENTRIES: Entry[] = [
  { words: 'Period', shape: 'rounded-[3px] bg-danger', isShown: ({ kind }) => kind === 'period' },
  {
    words: 'Peak LH',
    shape: 'rounded-full bg-sage',
    isShown: (mark) => mark.kind === 'ovulation' && mark.level === 'peak',
  },
  {
    words: 'High LH',
    shape: 'rounded-full bg-sun',
    isShown: (mark) => mark.kind === 'ovulation' && mark.level === 'high',
  },
  {
    words: 'Low LH',
    shape: 'rounded-full border border-edge bg-card',
    isShown: (mark) => mark.kind === 'ovulation' && mark.level === 'low',
  },
  {
    words: 'Invalid test',
    shape: 'rounded-full border border-edge bg-line',
    isShown: (mark) => mark.kind === 'ovulation' && mark.level === 'invalid',
  },
  { words: 'Applicator used', shape: 'rotate-45 bg-brand', isShown: ({ kind }) => kind === 'applicator' },
  {
    words: 'Applicator day',
    shape: 'rotate-45 border-2 border-brand bg-card',
    isShown: ({ kind }) => kind === 'applicator-day',
  },
];

/** The meaning of the marks that occur. */
export function Legend({ chart: { marks, surges } }: { chart: CycleChart }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-small text-soft">
      {ENTRIES.filter(({ isShown }) => marks.some(isShown)).map(({ words, shape }) => (
        <li key={words} className="flex items-center gap-2">
          <span aria-hidden="true" className={`size-3 ${shape}`} />
          {words}
        </li>
      ))}
      {Object.entries(PREGNANCY_WORDS)
        .filter(([result]) => marks.some((mark) => mark.kind === 'pregnancy' && mark.result === result))
        .map(([result, words]) => (
          <li key={result} className="flex items-center gap-2">
            <svg aria-hidden="true" width={18} height={18}>
              <PregnancyMark result={result} x={9} y={9} radius={6.5} />
            </svg>
            {words}
          </li>
        ))}
      {surges.length > 0 && (
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="h-3 w-5 rounded-full border-2 border-sage" />
          LH surge
        </li>
      )}
    </ul>
  );
}
