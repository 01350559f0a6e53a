import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useContext, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { localDate } from '@domain/time/local.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { InCallContext, InPaneContext } from './in-call.ts';
import { inSightOf } from './in-sight-of.ts';
import { useConversations } from './messages/use-conversations.ts';
import { Conversation, NewMessage } from './messages/when-opened.tsx';
import { Drafts } from './notes/drafts.tsx';
import { patientQuery, type WholeRecord } from './queries.ts';
import { actionsFor } from './record/action-names.ts';
import { Actions } from './record/actions.tsx';
import { About } from '@/components/overlay/about.ts';
import { Banners } from './record/banners.tsx';
import { CycleCard } from './record/cycle-card.tsx';
import { PatientStrip } from './record/strip.tsx';
import { Timeline } from './record/timeline.tsx';
import { Who } from './record/who.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { PatientBox } from '@/product-components/patient-line.tsx';
import { useLiveRecord } from './use-live-record.ts';
import { usePanel } from './use-panel.ts';

// Dialogs load when they are opened, because people read a record first.
const ActPanel = lazy(() =>
  import('./record/act-panel.tsx').then((loaded) => ({ default: loaded.ActPanel })),
);

const AddendumDialog = lazy(() =>
  import('./notes/addendum-dialog.tsx').then((loaded) => ({ default: loaded.AddendumDialog })),
);

const WithdrawDialog = lazy(() =>
  import('./notes/addendum-dialog.tsx').then((loaded) => ({ default: loaded.WithdrawDialog })),
);

const EditorPanel = lazy(() =>
  import('./notes/editor-panel.tsx').then((loaded) => ({ default: loaded.EditorPanel })),
);

type Props = { record: WholeRecord; member: TeamSession; openItems: ReactNode };

/** One patient: alerts first, then identity, actions, and the timeline. */
export function RecordPage({ record, member, openItems }: Props) {
  const { id, drafts } = record;
  const client = useQueryClient();
  useLiveRecord(id);
  const { action, note, open, close } = usePanel();
  const inCall = useContext(InCallContext);
  const [notesWritten, setNotesWritten] = useState(0);
  const today = localDate(useMinute(), member.timeZone);
  const isWriting = action === 'note';
  const isAnswering = action === 'messages' && note !== null;
  const isBeginning = action === 'message';
  const conversations = useConversations(id, member.timeZone);
  const refresh = () => client.invalidateQueries({ queryKey: patientQuery(id).queryKey });

  const closeEditor = () => {
    close();
    setNotesWritten(notesWritten + 1);
    void refresh(); // a draft was added, removed or changed
  };
  const done = (words: string) => {
    close();
    toast({ title: words });
  };
  const openAct = (next: string) => {
    if (next === 'note' && inCall) inCall.onNote();
    else if (next === 'note' && isWriting) closeEditor();
    else open(next);
  };
  const openDraft = (draft: string) => {
    open('note', draft);
    inCall?.onNote();
  };
  const editor = (
    <Suspense fallback={null}>
      <InPaneContext value={inCall !== null}>
        <EditorPanel
          key={notesWritten}
          {...{ record, member, today }}
          draftId={isWriting ? note : null}
          onNew={() => open('note')}
          onClose={closeEditor}
          onReload={refresh}
        />
      </InPaneContext>
    </Suspense>
  );
  const ofNote = note && { noteId: note, onClose: close };

  return (
    <About value={<PatientBox patient={inSightOf(record)} />}>
      <div className="space-y-4">
        <PatientStrip record={record} today={today} onRemoveAlert={(alert) => open('remove-alert', alert)} />
        <Banners record={record} member={member} />
        {openItems}
        <Who record={record} member={member} onEdit={() => open('identity')} />
        <Actions patient={id} offered={actionsFor(record)} open={action} onOpen={openAct} />
        <CycleCard record={record} />
        <div
          className={
            !inCall && (isWriting || isAnswering || isBeginning)
              ? 'items-start gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,30.75rem)]'
              : ''
          }
        >
          <div className="space-y-4">
            <Drafts
              drafts={drafts}
              zone={member.timeZone}
              open={isWriting ? note : null}
              onOpen={openDraft}
            />
            <Timeline
              conversations={conversations}
              record={record}
              zone={member.timeZone}
              onQuestionnaire={() => open('questionnaire')}
              onAddendum={(written) => open('addendum', written)}
              onWithdraw={(written) => open('withdraw', written)}
              onUndo={(entry) => open('take-back', entry)}
              onConversation={(thread) => open('messages', thread)}
              mayWithdraw={({ who }) => member.role === 'clinician' || who?.name === member.name}
            />
          </div>
          {inCall ? inCall.notePlace && createPortal(editor, inCall.notePlace) : isWriting && editor}
          {isBeginning && (
            <NewMessage record={record} onClose={close} onOpen={(thread) => open('messages', thread)} />
          )}
          {isAnswering && <Conversation key={note} thread={note} member={member} onClose={close} />}
        </div>
        {action && (
          <Suspense fallback={null}>
            {action === 'addendum' && ofNote && (
              <AddendumDialog {...ofNote} onDone={() => done('Addendum signed')} />
            )}
            {action === 'withdraw' && ofNote && (
              <WithdrawDialog {...ofNote} onDone={() => done('Withdrawn')} />
            )}
            <ActPanel
              {...{ action, record, today }}
              zone={member.timeZone}
              about={note}
              onClose={close}
              onDone={() => done(action === 'take-back' ? 'Undone' : 'Saved')}
            />
          </Suspense>
        )}
      </div>
    </About>
  );
}
