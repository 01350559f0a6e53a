import { useRef, type ReactNode } from 'react';
import type { ChartMark, CycleChart } from '@domain/results/cycle-chart.ts';
import type { ChartLevel } from '@domain/results/level.ts';
import { addDays } from '@domain/time/day.ts';
import { shortMonthAndDay } from '@domain/time/words.ts';
import { levelWords, markWords } from '@/lib/cycle-chart/chart-events.ts';
import { GUTTER, placeOf, scaleOf, type Scale } from '@/lib/cycle-chart/chart-scale.ts';
import { useWidth } from '@/lib/cycle-chart/use-width.ts';
import { PregnancyMark } from './pregnancy-mark.tsx';

/** Its label says everything, so its parts aren't read one by one. */
const IMAGE = { role: 'img' };
/** Half the space that the words above the band need. */
const BAND_WORDS = 58;
const TODAY_WIDTH = 26;

const fills: Record<ChartLevel, string> = {
  peak: 'fill-sage stroke-card',
  high: 'fill-sun stroke-card',
  low: 'fill-card stroke-edge',
  invalid: 'fill-line stroke-edge',
};

type Props = {
  chart: CycleChart;
  withDates: boolean;
  summary: string;
  /** The chart day to mark as today, if today is on the chart. */
  today?: number | null;
  /** Drawn over the chart, at its scale. */
  renderPoints?: (scale: Scale) => ReactNode;
};

/** Days across, LH levels up, and below them the days of periods, applicators and pregnancy tests. */
export function CycleDrawing({ chart, withDates, summary, today = null, renderPoints }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const scale = scaleOf(chart, width);
  return (
    <div ref={place} className="relative" style={{ minHeight: scale.height }}>
      {width > 0 && (
        <svg
          {...IMAGE}
          aria-label={summary}
          width={width}
          height={scale.height}
          className="block text-[13px]"
        >
          {chart.likelyFertile && <Band {...chart.likelyFertile} scale={scale} />}
          <Rows scale={scale} />
          {chart.surges.map((surge) => (
            <SurgeBand key={surge.from} {...surge} scale={scale} />
          ))}
          <Line marks={chart.marks} scale={scale} />
          {chart.marks.map((mark) => (
            <Mark key={`${mark.kind}${mark.day}${markWords(mark)}`} mark={mark} scale={scale} />
          ))}
          <Axis startsOn={withDates ? chart.startsOn : null} today={today} scale={scale} />
        </svg>
      )}
      {width > 0 && renderPoints?.(scale)}
    </div>
  );
}

function Band({ from, to, scale }: { from: number; to: number; scale: Scale }) {
  const [x, end] = [scale.left(from), scale.left(to + 1)];
  const middle = Math.min(Math.max((x + end) / 2, GUTTER + BAND_WORDS), scale.width - BAND_WORDS);
  return (
    <g>
      <text x={middle} y={15} textAnchor="middle" className="fill-sage font-semibold">
        Likely fertile days
      </text>
      <rect x={x} y={24} width={end - x} height={scale.bottom - 24} rx={10} className="fill-sage-soft" />
    </g>
  );
}

/** Surrounds the peaks of one surge. */
function SurgeBand({ from, to, scale }: { from: number; to: number; scale: Scale }) {
  const reach = scale.radius + 6;
  const [x, end] = [scale.middle(from) - reach, scale.middle(to) + reach];
  return (
    <rect
      x={x}
      y={scale.row('peak') - reach}
      width={end - x}
      height={reach * 2}
      rx={reach}
      className="fill-none stroke-sage"
      strokeWidth={1.5}
    />
  );
}

function Rows({ scale: { levels, row, width, bottom } }: { scale: Scale }) {
  return (
    <>
      {levels.map((level) => (
        <g key={level}>
          <line x1={GUTTER} x2={width} y1={row(level)} y2={row(level)} className="stroke-line" />
          <text x={0} y={row(level) + 4} className="fill-soft">
            {levelWords[level].replace(/ (LH|test)$/, '')}
          </text>
        </g>
      ))}
      <line x1={GUTTER} x2={width} y1={bottom} y2={bottom} className="stroke-edge/60" />
    </>
  );
}

function Line({ marks, scale }: { marks: readonly ChartMark[]; scale: Scale }) {
  const points = marks.flatMap((mark) =>
    mark.kind === 'ovulation' && mark.level !== 'invalid'
      ? [`${scale.middle(mark.day)},${scale.row(mark.level)}`]
      : [],
  );
  return <polyline points={points.join(' ')} className="fill-none stroke-edge" strokeWidth={1.5} />;
}

function Mark({ mark, scale }: { mark: ChartMark; scale: Scale }) {
  const { radius } = scale;
  const { x, y } = placeOf(mark, scale);
  if (mark.kind === 'ovulation') {
    const r = mark.level === 'peak' ? radius + 2 : radius;
    return <circle cx={x} cy={y} r={r} strokeWidth={1.5} className={fills[mark.level]} />;
  }
  if (mark.kind === 'period') {
    return <rect x={x - 6} y={y - 5} width={12} height={10} rx={3} className="fill-danger" />;
  }
  if (mark.kind === 'applicator' || mark.kind === 'applicator-day') {
    const r = radius + 2;
    const look = mark.kind === 'applicator' ? 'fill-brand' : 'fill-card stroke-brand';
    return <path d={`M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z`} strokeWidth={1.5} className={look} />;
  }
  return <PregnancyMark result={mark.result} {...{ x, y, radius }} />;
}

/** If no date may be shown, days are only numbered. */
type AxisProps = { startsOn: string | null; today: number | null; scale: Scale };

function Axis({ startsOn, today, scale }: AxisProps) {
  const [numbersAt, datesAt] = [scale.bottom + 18, scale.bottom + 36];
  return (
    <>
      <text x={0} y={numbersAt} className="fill-soft">
        Day
      </text>
      {scale.numbers
        .filter((day) => today === null || Math.abs(day - today) * scale.day >= TODAY_WIDTH)
        .map((day) => (
          <text
            key={day}
            x={scale.middle(day)}
            y={numbersAt}
            textAnchor="middle"
            className={`tabular-nums ${scale.dates.includes(day) ? 'fill-ink font-semibold' : 'fill-soft'}`}
          >
            {day}
          </text>
        ))}
      {today !== null && <Today day={today} x={scale.middle(today)} y={numbersAt} />}
      {startsOn !== null &&
        scale.dates.map((day) => (
          <text key={day} {...dateAt(scale.middle(day), scale.width)} y={datesAt} className="fill-soft">
            {shortMonthAndDay(addDays(startsOn, day - 1))}
          </text>
        ))}
    </>
  );
}

/** Always shows its number, even if the others have no room for theirs. */
const Today = ({ day, x, y }: { day: number; x: number; y: number }) => (
  <g>
    <rect
      x={x - TODAY_WIDTH / 2}
      y={y - 14}
      width={TODAY_WIDTH}
      height={19}
      rx={9.5}
      className="fill-brand"
    />
    <text x={x} y={y} textAnchor="middle" className="fill-on-brand font-semibold tabular-nums">
      {day}
    </text>
  </g>
);

/** Keeps the last date inside the picture. */
const dateAt = (x: number, width: number) =>
  x + 22 > width ? ({ x: width, textAnchor: 'end' } as const) : ({ x, textAnchor: 'middle' } as const);
