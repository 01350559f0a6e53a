import { PenLine } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { ACTIONS, type Action } from './action-names.ts';

type Props = {
  patient: string;
  offered: readonly Action[];
  open: string | null;
  onOpen: (action: Action) => void;
};

/** What can be done here, the note first. */
export function Actions({ patient, offered, open, onOpen }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Actions</legend>
      {offered.map((action) => (
        <Fragment key={action}>
          <CompactButton
            look={open === action ? 'open' : 'outline'}
            aria-expanded={action === 'note' ? open === 'note' : undefined}
            onClick={() => onOpen(action)}
          >
            {action === 'note' && <PenLine aria-hidden="true" className="size-4" strokeWidth={1.75} />}
            {ACTIONS[action]}
          </CompactButton>
          {/* The calendar has the times; the address says for whom. */}
          {action === 'note' && (
            <Link href={`/team/calendar?book=${patient}`} className={compactLook('outline')}>
              Book a call
            </Link>
          )}
        </Fragment>
      ))}
    </fieldset>
  );
}
