import { ChevronLeft, ChevronRight } from 'lucide-react';
import { PATIENTS_PER_PAGE } from '@domain/contracts/team/team-patients.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';

type Props = { page: number; pages: number; total: number; shown: number; onPage: (page: number) => void };

export function Paging({ page, pages, total, shown, onPage }: Props) {
  const first = (page - 1) * PATIENTS_PER_PAGE + 1;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4.5 py-3 text-small"
    >
      <p className="tabular-nums">
        {`${grouped(first)}–${grouped(first + shown - 1)} of ${grouped(total)}`}
        {pages > 1 && <span className="ml-3 text-soft">{`Page ${grouped(page)} of ${grouped(pages)}`}</span>}
      </p>
      {pages > 1 && (
        <div className="ml-auto flex gap-2">
          <CompactButton disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden="true" className="size-4" />
            Previous
          </CompactButton>
          <CompactButton disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight aria-hidden="true" className="size-4" />
          </CompactButton>
        </div>
      )}
    </nav>
  );
}

/** 1,234 */
export const grouped = (number: number): string => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');
