import { useState } from 'react';
import * as z from 'zod/mini';
import { MAX_NOTE, MAX_TEMPLATE_NAME } from '@domain/contracts/fields/lengths.ts';
import type { Template } from '@domain/contracts/team/team-templates.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { Field } from '@/components/form/field.tsx';
import { MarkdownArea } from '@/components/form/markdown-area.tsx';
import { ActDialog } from '@/components/overlay/act-dialog.tsx';
import { failureWords } from '@/lib/care-team/failure-words.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { useDraft } from '@/lib/entries/use-draft.ts';

const Form = z.object({ name: z.string(), text: z.string() });

/** Writes a new template or edits one. Unsaved text stays in this tab. */
export function TemplateForm({ template, onClose }: { template: Template | null; onClose: () => void }) {
  const { answers, answer, forget } = useDraft({
    name: template ? `template:${template.id}:${template.version}` : 'template:new',
    Answers: Form,
    empty: () => ({ name: template?.name ?? '', text: template?.text ?? '' }),
  });
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, error } = useAct({
    name: 'team-templates',
    onDone: () => {
      forget();
      onClose();
      toast({ title: 'Template saved' });
    },
  });
  const isMissing = { name: answers.name.trim() === '', text: answers.text.trim() === '' };
  return (
    <ActDialog
      open
      title={template ? 'Edit template' : 'Add template'}
      go="Save"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => {
        setAsked(true);
        if (isMissing.name || isMissing.text) return;
        const { id, version } = template ?? {};
        mutate(template ? { action: 'save', id, version, ...answers } : { action: 'add', ...answers });
      }}
      onClose={onClose}
    >
      <Field
        label="Name"
        maxLength={MAX_TEMPLATE_NAME}
        autoComplete="off"
        value={answers.name}
        error={asked && isMissing.name ? 'Enter a name' : undefined}
        onChange={({ target }) => answer({ name: target.value })}
      />
      <MarkdownArea
        label="Text"
        rows={8}
        maxLength={MAX_NOTE}
        value={answers.text}
        error={asked && isMissing.text ? 'Enter text' : undefined}
        onWrite={(text) => answer({ text })}
      />
    </ActDialog>
  );
}

export function RemoveTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { id, version, name } = template;
  const { mutate, isPending, error } = useAct({
    name: 'team-templates',
    onDone: () => {
      onClose();
      toast({ title: 'Template removed' });
    },
  });
  return (
    <ActDialog
      open
      title="Remove template"
      about={name}
      go="Remove template"
      busy={isPending}
      failure={error && failureWords(error)}
      onSend={() => mutate({ action: 'remove', id, version })}
      onClose={onClose}
    >
      <p>Notes that use it won’t change.</p>
    </ActDialog>
  );
}
