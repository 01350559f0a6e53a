import type { WholeRecord } from '../queries.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { dateAndTimeOf } from '@/lib/care-team/times.ts';

type Props = {
  drafts: WholeRecord['drafts'];
  zone: string;
  open: string | null;
  onOpen: (id: string) => void;
};

/** The reader's own drafts, and those of people who left. */
export function Drafts({ drafts, zone, open, onOpen }: Props) {
  const others = drafts.filter(({ id }) => id !== open);
  if (others.length === 0) return null;
  return (
    <section aria-label="Drafts" className="rounded-card border border-dashed border-edge/60 px-4.5 py-2">
      <ul className="divide-y divide-line text-small">
        {others.map(({ id, title, savedAt, begunBy }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <b className="font-semibold">{title || 'Draft without a title'}</b>
              <span className="block text-[0.8125rem] text-soft">
                {begunBy ? `started by ${begunBy},` : 'Your draft, '}
                {`saved ${dateAndTimeOf(savedAt, zone)}`}
              </span>
            </span>
            <CompactButton onClick={() => onOpen(id)}>{begunBy ? 'Continue' : 'Continue'}</CompactButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
