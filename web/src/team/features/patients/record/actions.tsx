import { PenLine } from 'lucide-react';
import { Fragment, useContext } from 'react';
import { Link } from 'wouter';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { InCallContext } from '../in-call.ts';
import { ACTIONS, isCareAct, type Action } from './action-names.ts';

type Props = {
  patient: string;
  offered: readonly Action[];
  open: string | null;
  onOpen: (action: Action) => void;
};

/**
 * The record's actions, notes first. Those that decide about treatment stay together, on their own line if
 * one is too short.
 */
export function Actions({ offered, ...rest }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Actions</legend>
      <Group {...rest} offered={offered.filter((action) => !isCareAct(action))} />
      <Group {...rest} offered={offered.filter(isCareAct)} />
    </fieldset>
  );
}

function Group({ patient, offered, open, onOpen }: Props) {
  const isInCall = useContext(InCallContext) !== null;
  return (
    <div className="flex flex-wrap gap-1.5 empty:hidden">
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
          {/* The calendar has the times. The address names the patient. */}
          {action === 'note' && (
            <Link
              href={`/team/calendar?book=${patient}`}
              target={isInCall ? '_blank' : undefined}
              className={compactLook('outline')}
            >
              Book a call
            </Link>
          )}
        </Fragment>
      ))}
    </div>
  );
}
