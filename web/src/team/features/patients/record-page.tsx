import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import { localDate } from '@domain/time/local.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { Conversation } from './messages/conversation.tsx';
import { useConversations } from './messages/use-conversations.ts';
import { AddendumDialog, WithdrawDialog } from './notes/addendum-dialog.tsx';
import { Drafts } from './notes/drafts.tsx';
import { EditorPanel } from './notes/editor-panel.tsx';
import { patientQuery, type WholeRecord } from './queries.ts';
import { actionsFor } from './record/action-names.ts';
import { Actions } from './record/actions.tsx';
import { ActPanel } from './record/act-panel.tsx';
import { Banners } from './record/banners.tsx';
import { CycleCard } from './record/cycle-card.tsx';
import { TakeBackDialog } from './record/take-back-dialog.tsx';
import { Timeline } from './record/timeline.tsx';
import { Who } from './record/who.tsx';
import { useMinute } from '@/lib/care-team/times.ts';
import { usePanel } from './use-panel.ts';

type Props = { record: WholeRecord; member: TeamSession; openItems: ReactNode };

/** One patient: what to know first, who this is, what can be done, and everything that happened. */
export function RecordPage({ record, member, openItems }: Props) {
  const { id, drafts, timeline } = record;
  const client = useQueryClient();
  const { action, note, open, close } = usePanel(id);
  const today = localDate(useMinute(), member.timeZone);
  const isWriting = action === 'note';
  const isAnswering = action === 'messages' && note !== null;
  const conversations = useConversations(id, member.timeZone);
  const refresh = () => client.invalidateQueries({ queryKey: patientQuery(id).queryKey });

  const closeEditor = () => {
    close();
    void refresh(); // a draft has come, gone or changed
  };
  const done = (words: string) => {
    close();
    toast({ title: words });
  };
  const ofNote = note && { noteId: note, onClose: close };

  return (
    <div className="space-y-4">
      <Banners record={record} member={member} />
      {openItems}
      <Who record={record} member={member} />
      <Actions
        patient={id}
        offered={actionsFor(record)}
        open={action}
        onOpen={(next) => (next === 'note' && isWriting ? closeEditor() : open(next))}
      />
      <CycleCard record={record} />
      <div
        className={
          isWriting || isAnswering
            ? 'items-start gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,30.75rem)]'
            : ''
        }
      >
        <div className="space-y-4">
          <Drafts
            drafts={drafts}
            zone={member.timeZone}
            open={isWriting ? note : null}
            onOpen={(draft) => open('note', draft)}
          />
          <Timeline
            entries={[...timeline, ...conversations].toSorted((one, other) => other.at.localeCompare(one.at))}
            patient={record.profile.firstName || 'the patient'}
            zone={member.timeZone}
            onQuestionnaire={() => open('questionnaire')}
            onAddendum={(written) => open('addendum', written)}
            onWithdraw={(written) => open('withdraw', written)}
            onTakeBack={(entry) => open('take-back', entry)}
            onConversation={(thread) => open('messages', thread)}
            mayWithdraw={({ who }) => member.role === 'clinician' || who?.name === member.name}
          />
        </div>
        {isWriting && (
          <EditorPanel
            {...{ record, member, today }}
            draftId={note}
            onNew={() => open('note')}
            onClose={closeEditor}
            onReload={refresh}
          />
        )}
        {isAnswering && <Conversation key={note} thread={note} member={member} onClose={close} />}
      </div>
      {action === 'addendum' && ofNote && (
        <AddendumDialog {...ofNote} onDone={() => done('Addendum signed')} />
      )}
      {action === 'withdraw' && ofNote && <WithdrawDialog {...ofNote} onDone={() => done('Withdrawn')} />}
      {action === 'take-back' && note && (
        <TakeBackDialog record={record} entryId={note} onClose={close} onDone={() => done('Taken back')} />
      )}
      <ActPanel {...{ action, record, today }} onClose={close} onDone={() => done('Saved')} />
    </div>
  );
}
