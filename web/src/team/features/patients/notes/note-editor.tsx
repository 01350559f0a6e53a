import { useState } from 'react';
import { MAX_NOTE, MAX_NOTE_TITLE } from '@domain/contracts/fields/lengths.ts';
import type { TeamSession } from '@domain/contracts/team/team-session.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { Field } from '@/components/form/field.tsx';
import { Select } from '@/components/form/select.tsx';
import { MarkdownArea } from '@/components/form/markdown-area.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Confirm } from '@/components/overlay/confirm.tsx';
import { DOWNLOADED } from '@/components/overlay/act-dialog.tsx';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { useAct } from '@/lib/care-team/use-act.ts';
import { fieldProblem, KINDS, withTemplate, type KeptNote, type NoteForm } from './draft-form.ts';
import { SidePanel } from '../side-panel.tsx';
import { EditorState } from './editor-state.tsx';
import { NotePreview } from './note-preview.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { useNoteDraft } from './use-note-draft.ts';

type Props = {
  patient: { id: string; firstName: string };
  member: TeamSession;
  start: KeptNote;
  today: LocalDate;
  /** The server's copy of a draft. */
  draftOf: (id: string) => KeptNote | null;
  /** Called when the note was signed, discarded or left. */
  onClose: () => void;
  /** Called after a conflict, to load the other tab's version. */
  onReload: () => void;
};

export function NoteEditor({ patient, member, start, today, draftOf, onClose, onReload }: Props) {
  const draft = useNoteDraft({ patientId: patient.id, start, draftOf });
  const { form, write, saveAll, forget } = draft;
  const [asking, setAsking] = useState<'sign' | 'discard' | 'template' | null>(null);
  const [missing, setMissing] = useState<Partial<Record<keyof NoteForm, string>>>({});
  const finish = (words: string) => {
    forget();
    setAsking(null);
    toast({ title: words });
    onClose();
  };
  const sign = useAct({ name: 'team-notes', onDone: () => finish('Signed') });
  const discard = useAct({ name: 'team-notes', onDone: () => finish('Discarded') });
  const refused = fieldProblem(draft.failure) ?? fieldProblem(sign.error);

  function askToSign() {
    const found = {
      ...(form.title.trim() === '' && { title: 'Please enter a title' }),
      ...(form.text.trim() === '' && { text: 'Please enter text' }),
      ...(form.date === '' && { date: 'Please enter a date' }),
    };
    setMissing(found);
    if (Object.keys(found).length === 0) setAsking('sign');
  }

  const act = (action: 'sign' | 'discard') => async () => {
    try {
      const { id, version } = await saveAll();
      if (action === 'sign') sign.mutate({ action, noteId: id, version });
      else discard.mutate({ action, noteId: id });
    } catch {
      setAsking(null); // the error is shown next to the fields
    }
  };
  const discardAll = () =>
    start.saved === null && draft.savedAt === null ? finish('Discarded') : void act('discard')();
  const problem = (field: keyof NoteForm) =>
    missing[field] ?? (refused?.field === field ? refused.words : undefined);

  return (
    <>
      <SidePanel
        title="Write note"
        onClose={onClose}
        state={
          <EditorState
            {...draft}
            zone={member.timeZone}
            onReload={() => {
              forget();
              onReload();
            }}
            refusal={sign.error ?? discard.error}
          />
        }
        fields={
          <div className="space-y-4">
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_11rem]">
              <Select
                label="Kind"
                options={KINDS}
                value={form.kind}
                error={problem('kind')}
                onChange={({ target }) => write({ kind: target.value })}
              />
              <Field
                label="Date"
                type="date"
                max={today}
                value={form.date}
                error={problem('date')}
                onChange={({ target }) => write({ date: target.value })}
              />
            </div>
            <Field
              label="Title"
              maxLength={MAX_NOTE_TITLE}
              value={form.title}
              error={problem('title')}
              onChange={({ target }) => write({ title: target.value })}
            />
            <div>
              <MarkdownArea
                label="Text"
                rows={8}
                maxLength={MAX_NOTE}
                value={form.text}
                error={problem('text')}
                onWrite={(text) => write({ text })}
                more={
                  <CompactButton look="quiet" onClick={() => setAsking('template')}>
                    Use a template
                  </CompactButton>
                }
              />
              <p className="mt-1.5 text-[0.8125rem] text-soft">{DOWNLOADED}</p>
            </div>
            <NotePreview
              form={form}
              firstName={patient.firstName}
              author={`${member.name}, ${member.role}`}
            />
          </div>
        }
        foot={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <CompactButton
              look="primary"
              className="min-h-11 px-6"
              onClick={askToSign}
              disabled={draft.state === 'conflict'}
            >
              Sign
            </CompactButton>
            <p className="min-w-40 flex-1 text-[0.8125rem] text-soft">
              {`${patient.firstName || 'The patient'} can read it as soon as you sign. Signed notes can’t be edited.`}
            </p>
            <CompactButton look="quiet" onClick={() => setAsking('discard')}>
              Discard
            </CompactButton>
          </div>
        }
      />
      <Confirm
        open={asking === 'sign'}
        title="Sign this note?"
        keep="Keep writing"
        go="Sign"
        busy={sign.isPending}
        onGo={() => void act('sign')()}
        onClose={() => setAsking(null)}
      >
        <p>{`${patient.firstName || 'The patient'} can read it as soon as you sign, with your name, role and the time. Signed notes can’t be edited, but you can add an addendum.`}</p>
      </Confirm>
      <Confirm
        open={asking === 'discard'}
        title="Discard this draft?"
        keep="Keep it"
        go="Discard"
        busy={discard.isPending}
        onGo={discardAll}
        onClose={() => setAsking(null)}
      >
        <p>This deletes what you wrote.</p>
      </Confirm>
      <TemplateDialog
        open={asking === 'template'}
        onClose={() => setAsking(null)}
        onChoose={(template) => {
          setAsking(null);
          write(withTemplate(form, template));
        }}
      />
    </>
  );
}
