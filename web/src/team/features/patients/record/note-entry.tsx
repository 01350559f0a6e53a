import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { WrittenNote } from '@domain/contracts/team/record-facts.ts';
import { firstLine } from '@domain/record/first-line.ts';
import { longDay } from '@domain/time/words.ts';
import { compactLook, CompactButton } from '@/components/action/compact-button.tsx';
import { NoteText } from '../note-text.tsx';
import { dateAndTimeOf, dayOf } from '@/lib/care-team/times.ts';

type Props = {
  note: WrittenNote;
  zone: string;
  onAddendum: () => void;
  /** Only for its author and clinicians. */
  onWithdraw: (() => void) | undefined;
};

const NOTE_TYPES = { medical: 'Medical note', consultation: 'Consultation note' } as const;

/** A note, collapsed until someone reads it. */
export function NoteEntry({ note, zone, onAddendum, onWithdraw }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { kind, text, at, notedOn, addenda, withdrawn } = note;
  const begins = firstLine(note);
  return (
    <>
      {withdrawn && (
        <p className="wrap-anywhere">
          {`Withdrawn by ${withdrawn.author.name}, ${dateAndTimeOf(withdrawn.author.signedAt, zone)}: ${withdrawn.reason}`}
        </p>
      )}
      <p className="wrap-anywhere">
        <span className="text-soft">{`${NOTE_TYPES[kind]}, ${longDay(notedOn ?? dayOf(at, zone))}`}</span>
        {!open && begins && <span>{` · ${begins}`}</span>}
      </p>
      <button
        type="button"
        data-open=""
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={`${compactLook('quiet')} -ml-3 print:hidden max-sm:text-left max-sm:whitespace-normal`}
      >
        {open ? 'Close note' : 'Read note'}
        {addenda.length > 0 && ` and ${addenda.length === 1 ? 'addendum' : `${addenda.length} addenda`}`}
        <ChevronDown aria-hidden="true" className={`press size-4 ${open ? 'rotate-180' : ''}`} />
      </button>
      <div id={id} hidden={!open} className="mt-1 mb-2 rounded-field border border-line bg-paper p-4">
        {open && (
          <>
            <NoteText kind={kind} format={kind === 'consultation' ? 'html' : 'markdown'} text={text} />
            {addenda.map((addendum) => (
              <section key={addendum.id} className="mt-4 border-t border-line pt-3">
                <h5 className="text-[0.8125rem] font-semibold">
                  {`Addendum by ${addendum.author.name}, ${dateAndTimeOf(addendum.author.signedAt, zone)}`}
                </h5>
                <NoteText
                  kind={kind}
                  format={kind === 'consultation' ? 'html' : 'markdown'}
                  text={addendum.text}
                  className="mt-1"
                />
              </section>
            ))}
            {!withdrawn && (
              <div className="mt-4 flex flex-wrap gap-2 print:hidden">
                <CompactButton onClick={onAddendum}>Add addendum</CompactButton>
                {onWithdraw && (
                  <CompactButton look="quiet" onClick={onWithdraw}>
                    Withdraw
                  </CompactButton>
                )}
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}
