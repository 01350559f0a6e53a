import { Undo2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Who } from '@domain/contracts/team/record-facts.ts';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import { OUTCOME_MISSING } from '@domain/record/words.ts';
import { longDay } from '@domain/time/words.ts';
import { Badge, type BadgeTone } from '@/components/layout/badge.tsx';
import { CompactButton, compactLook } from '@/components/action/compact-button.tsx';
import { dayOf, timeOf } from '@/lib/care-team/times.ts';
import { KINDS } from './kinds.ts';
import { NoteEntry } from './note-entry.tsx';

type Props = {
  entry: TimelineEntry;
  patient: string;
  zone: string;
  /** Tab enters the timeline here. */
  isFirst: boolean;
  onAddendum: (noteId: string) => void;
  onWithdraw: (noteId: string) => void;
  onUndo: (id: string) => void;
  onConversation: (threadId: string) => void;
  mayWithdraw: (entry: TimelineEntry) => boolean;
};

/** An entry: time, icon, title, details, author. */
export function Entry({ entry, patient, zone, isFirst, ...acts }: Props) {
  const { id, kind, at, isDay, title, text, who, note, canUndo } = entry;
  const Icon = KINDS[kind];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      data-item=""
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isFirst ? 0 : -1}
      onKeyDown={openByEnter}
      className="focus-row group relative grid grid-cols-[4.125rem_1.5rem_minmax(0,1fr)] gap-x-3 py-1.5 text-small"
    >
      {isDay ? (
        // The heading shows the day, and nothing else is known.
        <span />
      ) : (
        <time dateTime={at} className="leading-7 whitespace-nowrap text-soft tabular-nums">
          {timeOf(at, zone)}
        </time>
      )}
      <span className="timeline-sign mt-0.5 grid size-6 place-items-center rounded-full border border-line bg-paper text-soft">
        <Icon aria-hidden="true" className="size-3.5" strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <div className={`flex min-h-7 flex-wrap items-center gap-x-2 ${canUndo ? 'max-lg:pr-12' : ''}`}>
          <h4 className="font-sans text-[0.9375rem] font-semibold wrap-anywhere">{title}</h4>
          {kind === 'result' && <Badge tone={resultTone(text)}>{text.replace(/ \(.*\)$/, '')}</Badge>}
          {kind === 'call' && <Badge tone={CALL_TONES[text] ?? 'neutral'}>{text}</Badge>}
          {/* Notes from before notes were signed have no author. */}
          {!who && kind !== 'note' && kind !== 'message' && (
            <span className="text-[0.8125rem] text-soft">{`by ${patient}`}</span>
          )}
          {canUndo && (
            <button
              type="button"
              onClick={() => acts.onUndo(id)}
              className={`${compactLook('quiet')} -my-2 min-w-11 print:hidden max-lg:absolute max-lg:top-1.5 max-lg:right-0 lg:opacity-0 lg:group-hover:opacity-100 lg:group-focus-within:opacity-100`}
            >
              <Undo2 aria-hidden="true" className="size-4 lg:hidden" strokeWidth={1.75} />
              <span className="max-lg:sr-only">Undo</span>
              <span className="sr-only">{`: ${title}, ${isDay ? longDay(dayOf(at, zone)) : timeOf(at, zone)}`}</span>
            </button>
          )}
          {kind === 'message' && (
            <CompactButton
              look="quiet"
              data-open=""
              className="-my-2 print:hidden"
              aria-label={`Open conversation: ${title}`}
              onClick={() => acts.onConversation(id)}
            >
              Open
            </CompactButton>
          )}
          {note?.withdrawn && <Badge tone="neutral">Withdrawn</Badge>}
        </div>
        {note ? (
          <NoteEntry
            note={note}
            zone={zone}
            onAddendum={() => acts.onAddendum(note.id)}
            onWithdraw={acts.mayWithdraw(entry) ? () => acts.onWithdraw(note.id) : undefined}
          />
        ) : (
          kind !== 'result' &&
          kind !== 'call' &&
          text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        )}
        {who && <p className="text-[0.8125rem] text-soft">{madeBy(entry, who, patient)}</p>}
      </div>
    </li>
  );
}

/** A click on the entry itself, not on a button in it. */
function openByEnter(event: KeyboardEvent<HTMLLIElement>): void {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[data-open]')?.click();
}

function madeBy({ kind, isLogged }: TimelineEntry, who: Who, patient: string): string {
  if (kind === 'note') return `Signed by ${who.name}, ${who.role}`;
  if (kind === 'call') return `With ${who.name}, ${who.role}`;
  return isLogged ? `Logged by ${who.name}, ${who.role}, for ${patient}` : `${who.name}, ${who.role}`;
}

const CALL_TONES: Record<string, BadgeTone> = {
  Booked: 'task',
  Completed: 'complete',
  [OUTCOME_MISSING]: 'danger',
};

function resultTone(text: string): BadgeTone {
  if (text.startsWith('Peak')) return 'complete';
  if (text.startsWith('High')) return 'other';
  return text.startsWith('Positive') ? 'brand' : 'neutral';
}
