import type { ChartLevel, ChartMark, CycleChart } from '@domain/results/cycle-chart.ts';
import { levelWords, markWords } from './chart-events.ts';

const DAY_WIDTH = 24;
const GUTTER = 72;
const ROWS: Record<ChartLevel, number> = { peak: 52, high: 84, low: 116, invalid: 148 };
const OTHER_ROW = 182;
const AXIS = 212;
const HEIGHT = 236;

/** Its label tells it all; the parts are not read one by one. */
const IMAGE = { role: 'img' };

const fills: Record<ChartLevel, string> = {
  peak: 'fill-sage',
  high: 'fill-sun',
  low: 'fill-card stroke-edge',
  invalid: 'fill-line stroke-edge',
};

/** Days across, LH levels up, and below them the days of applicators and pregnancy tests. */
export function CycleDrawing({ chart, summary }: { chart: CycleChart; summary: string }) {
  const width = GUTTER + chart.days * DAY_WIDTH + 12;
  return (
    <svg
      {...IMAGE}
      aria-label={summary}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="w-full min-w-160 text-small"
      style={{ maxWidth: width * 1.35 }}
    >
      {chart.likelyFertile && <Band {...chart.likelyFertile} />}
      {Object.entries(ROWS).map(([level, y]) => (
        <g key={level}>
          <line x1={GUTTER} x2={width} y1={y} y2={y} className="stroke-line" />
          <text x={0} y={y + 4} className="fill-soft text-[12px]">
            {levelWords[level as ChartLevel].replace(/ (LH|test)$/, '')}
          </text>
        </g>
      ))}
      <Line marks={chart.marks} />
      {chart.marks.map((mark) => (
        <Mark key={`${mark.kind}${mark.day}${markWords(mark)}`} mark={mark} />
      ))}
      <DayNumbers days={chart.days} />
    </svg>
  );
}

const middleOf = (day: number) => GUTTER + (day - 0.5) * DAY_WIDTH;

function Band({ from, to }: { from: number; to: number }) {
  const x = GUTTER + (from - 1) * DAY_WIDTH;
  const width = (to - from + 1) * DAY_WIDTH;
  return (
    <g>
      <rect x={x} y={8} width={width} height={AXIS - 16} rx={12} className="fill-sage-soft" />
      <text x={x + width / 2} y={27} textAnchor="middle" className="fill-sage text-[12px] font-semibold">
        Likely fertile days
      </text>
    </g>
  );
}

function Line({ marks }: { marks: readonly ChartMark[] }) {
  const points = marks.flatMap((mark) =>
    mark.kind === 'ovulation' && mark.level !== 'invalid'
      ? [`${middleOf(mark.day)},${ROWS[mark.level]}`]
      : [],
  );
  return <polyline points={points.join(' ')} className="fill-none stroke-edge" strokeWidth={1.5} />;
}

function Mark({ mark }: { mark: ChartMark }) {
  const x = middleOf(mark.day);
  if (mark.kind === 'ovulation') {
    return (
      <circle cx={x} cy={ROWS[mark.level]} r={mark.level === 'peak' ? 8 : 6} className={fills[mark.level]} />
    );
  }
  if (mark.kind === 'applicator') {
    return <path d={`M${x} ${OTHER_ROW - 9}l8 9-8 9-8-9z`} className="fill-brand" />;
  }
  return <rect x={x - 7} y={OTHER_ROW - 7} width={14} height={14} rx={4} className="fill-task" />;
}

function DayNumbers({ days }: { days: number }) {
  const numbers = Array.from({ length: days }, (_, index) => index + 1);
  return (
    <>
      <text x={0} y={AXIS + 14} className="fill-soft text-[12px]">
        Day
      </text>
      {numbers.map((day) => (
        <text
          key={day}
          x={middleOf(day)}
          y={AXIS + 14}
          textAnchor="middle"
          className={`text-[11px] tabular-nums ${day % 7 === 1 ? 'fill-ink font-semibold' : 'fill-soft'}`}
        >
          {day}
        </text>
      ))}
    </>
  );
}
