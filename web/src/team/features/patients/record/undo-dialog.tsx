import { useQuery } from '@tanstack/react-query';
import type { TimelineEntry } from '@domain/contracts/team/team-patient.ts';
import { UNDO_REPORT } from '@domain/copy/ask-first.ts';
import { RESULT_TITLES } from '@domain/record/words.ts';
import { timelineQuery, type WholeRecord } from '../queries.ts';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';

type Props = { record: WholeRecord; entryId: string; onClose: () => void; onDone: () => void };

/** Entries that leave no line of their own when undone. */
const REMOVED = new Set<TimelineEntry['kind']>(['contact', 'staff-note', 'period', 'survey', 'symptoms']);

/** A loss and a pregnancy test decide what the patient’s portal shows: undoing one asks as the portal does. */
const decidesState = ({ kind, title }: TimelineEntry): boolean =>
  kind === 'outcome' || title === RESULT_TITLES.PREGNANCY;

/** A result or a loss that was logged by mistake. */
export function UndoDialog({ record: { id, careState, timeline: newest }, entryId, onClose, onDone }: Props) {
  const { mutate, isPending, error } = useAct({ name: 'team-care', onDone });
  const isNewest = newest.some((each) => each.id === entryId);
  const { data: timeline = newest, isFetching } = useQuery({ ...timelineQuery(id), enabled: !isNewest });
  const entry = timeline.find((each) => each.id === entryId);
  const isRemoved = entry !== undefined && REMOVED.has(entry.kind);
  const asks = entry !== undefined && decidesState(entry);
  return (
    <ActDialog
      open
      title={asks ? UNDO_REPORT.title : 'Undo'}
      go={asks ? UNDO_REPORT.go : 'Undo'}
      {...(asks && { stay: UNDO_REPORT.keep })}
      busy={isPending || isFetching}
      failure={error && failureWords(error)}
      onSend={() =>
        mutate(
          isRemoved
            ? { action: 'undo-entry', id, entry: entryId }
            : { action: 'take-back', id, seen: careState, resultId: entryId },
        )
      }
      onClose={onClose}
    >
      <p>
        {entry && (
          <b className="font-semibold">{`${[entry.title, entry.text.split('\n')[0]].filter(Boolean).join(': ')}. `}</b>
        )}
        {isRemoved
          ? 'This removes it from the timeline. The access log keeps a record of it.'
          : 'The patient’s plan will go back to the way it was. The timeline will show that it was undone.'}
      </p>
    </ActDialog>
  );
}
