import { invalidRange } from '../errors.ts';

/** A range of rows from the `lower`th to the `upper`th, including both, counted from 0. */
export type Range = { lower: number; upper: number };
type OpenRange = { lower: number; upper: number | null };

const ALL: OpenRange = { lower: 0, upper: null };

/** The maximum rows in one answer, whatever the request asks for: `max_rows` in supabase/config.toml. */
const MAX_ROWS = 1_000;

/** The rows to return: the requested ones, up to the maximum. */
export function requestedRange(limit: number | null, offset: number | null, header: string | null): Range {
  const { lower, upper } = combinedRange(limit, offset, header);
  const last = lower + MAX_ROWS - 1;
  return { lower, upper: upper === null ? last : Math.min(upper, last) };
}

/** The combination of `limit`, `offset` and the `Range` header. */
function combinedRange(limit: number | null, offset: number | null, header: string | null): OpenRange {
  if (limit === null && offset === null && header === null) return ALL;
  const fromHeader = header === null ? ALL : parseRangeHeader(header);
  const start = offset ?? 0;
  if (limit === 0) return { lower: Math.max(start, 0), upper: Math.max(start, 0) - 1 };
  const end = limit === null ? null : start + limit - 1;
  const range = {
    lower: Math.max(start, fromHeader.lower),
    upper:
      end === null || fromHeader.upper === null ? (end ?? fromHeader.upper) : Math.min(end, fromHeader.upper),
  };
  if (range.upper !== null && range.upper < range.lower)
    throw invalidRange('Limit should be greater than or equal to zero.');
  return range;
}

/** A header that isn't a range of rows (`bytes=0-5`) is ignored. */
function parseRangeHeader(header: string): OpenRange {
  const found = /^(\d{1,15})-(\d{0,15})$/.exec(header.trim());
  if (!found) return ALL;
  const range = { lower: Number(found[1]), upper: found[2] === '' ? null : Number(found[2]) };
  if (range.upper !== null && range.upper < range.lower)
    throw invalidRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  return range;
}

export const limitOf = ({ lower, upper }: Range) => upper - lower + 1;

/** The answer's status and `Content-Range`, or a refusal if the range starts after the last row. */
export function rangeAnswer({ lower }: Range, rows: number, total: number | null) {
  const contentRange = contentRangeOf(lower, lower + rows - 1, total);
  if (total === null) return { status: 200, contentRange };
  if (lower > total)
    throw invalidRange(`An offset of ${lower} was requested, but there are only ${total} rows.`, {
      'Content-Range': contentRange,
    });
  return { status: rows < total ? 206 : 200, contentRange };
}

export function contentRangeOf(lower: number, upper: number, total: number | null): string {
  const span = total === 0 || lower > upper ? '*' : `${lower}-${upper}`;
  return `${span}/${total ?? '*'}`;
}
