import { useState } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { CompactButton } from '@/components/action/compact-button.tsx';
import type { WholeRecord } from '../queries.ts';
import { Quiet } from '@/components/feedback/quiet.tsx';
import { emptyNote, keptOf } from './draft-form.ts';
import { SidePanel } from '../side-panel.tsx';
import { NoteEditor } from './note-editor.tsx';

type Props = {
  record: WholeRecord;
  member: TeamSession;
  /** Null for a new draft. */
  draftId: string | null;
  today: LocalDate;
  onNew: () => void;
  onClose: () => void;
  /** Loads the record again. */
  onReload: () => Promise<unknown>;
};

export function EditorPanel({ record, member, draftId, today, onNew, onClose, onReload }: Props) {
  const [round, setRound] = useState(0);
  const { id, profile, drafts } = record;
  const start = draftId === null ? emptyNote(today) : keptOf(drafts, draftId);

  if (!start) {
    return (
      <SidePanel
        title="Write note"
        onClose={onClose}
        state={null}
        foot={null}
        fields={
          <Quiet
            title="This draft no longer exists"
            action={<CompactButton onClick={onNew}>Write a new note</CompactButton>}
          >
            It was signed or discarded in the meantime.
          </Quiet>
        }
      />
    );
  }
  return (
    <NoteEditor
      key={`${draftId ?? 'new'}:${round}`}
      patient={{ id, firstName: profile.firstName }}
      member={member}
      start={start}
      today={today}
      draftOf={(wanted) => keptOf(drafts, wanted)}
      onClose={onClose}
      onReload={() => void onReload().then(() => setRound(round + 1))}
    />
  );
}
