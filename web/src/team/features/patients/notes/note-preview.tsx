import { useDeferredValue } from 'react';
import { longDay } from '@domain/time/words.ts';
import { NoteText } from '../note-text.tsx';
import type { NoteForm } from './draft-form.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

type Props = { form: NoteForm; firstName: string; author: string };

/** On the portal's background, with its typography. */
export function NotePreview({ form, firstName, author }: Props) {
  const { kind, title, date, text } = useDeferredValue(form);
  const isMedical = kind === 'medical';
  const heading = `As ${firstName || 'the patient'} will see it`;
  return (
    <section aria-label={heading} className="rounded-field border border-line bg-paper p-4.5">
      <p className="border-b border-line pb-2 text-[0.8125rem] font-semibold text-soft">{heading}</p>
      {/* The portal shows consultation notes in one dialog, without their titles. */}
      <h3 className="mt-3 text-lead wrap-anywhere">
        {isMedical ? title || 'No title yet' : 'Consultation Notes'}
      </h3>
      {isMedical && (
        <p className="mb-2 text-[0.8125rem] text-soft">
          {DAY.test(date) && longDay(date)}
          <span className="block">{`Signed by ${author}`}</span>
        </p>
      )}
      <NoteText kind={isMedical ? 'medical' : 'consultation'} format="markdown" text={text} />
    </section>
  );
}
