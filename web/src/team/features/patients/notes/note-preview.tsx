import { useDeferredValue } from 'react';
import { longDay } from '@domain/time/words.ts';
import { NoteText } from '../note-text.tsx';
import type { NoteForm } from './draft-form.ts';

type Props = { form: NoteForm; firstName: string; author: string };

/** On the portal's paper, in its type. */
export function NotePreview({ form, firstName, author }: Props) {
  const { kind, title, date, text } = useDeferredValue(form);
  const heading = `As ${firstName || 'the patient'} will see it`;
  return (
    <section aria-label={heading} className="rounded-field border border-line bg-paper p-4.5">
      <p className="border-b border-line pb-2 text-[0.8125rem] font-semibold text-soft">{heading}</p>
      <h3 className="mt-3 text-lead wrap-anywhere">{title || 'No title yet'}</h3>
      <p className="mb-2 text-[0.8125rem] text-soft">
        {[/^\d{4}-\d\d-\d\d$/.test(date) && longDay(date), author].filter(Boolean).join(' · ')}
      </p>
      <NoteText kind={kind === 'medical' ? 'medical' : 'consultation'} format="markdown" text={text} />
    </section>
  );
}
