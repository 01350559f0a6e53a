import { FILTER_WORDS, type Filter } from '@domain/record/filters.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { longDay } from '@domain/time/words.ts';
import type { WholeRecord } from '../queries.ts';

type Props = { record: WholeRecord; today: LocalDate; filter: Filter };

/** Only on paper, at the top of each sheet. print.css adds the page number. */
export function PrintHead({ record: { name, profile }, today, filter }: Props) {
  const { birthDate } = profile.identity;
  const what = filter === 'all' ? 'Timeline' : `Timeline: ${FILTER_WORDS[filter]}`;
  return (
    <div className="print-head">
      <p className="flex justify-between gap-4 border-b border-line pb-1 text-small">
        <span>
          <b>{name}</b>
          {`, ${birthDate ? `born ${longDay(birthDate)}` : 'date of birth not known'}`}
        </span>
        <span>{`${what}, printed ${longDay(today)}`}</span>
      </p>
    </div>
  );
}
