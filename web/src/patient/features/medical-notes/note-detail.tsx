import { ArrowLeft, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { RichText } from '@/components/layout/rich-text.tsx';
import { Button } from '@/components/action/button.tsx';
import { Logo } from '@/components/layout/logo.tsx';
import { longDay } from '@domain/time/words.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { dateAndTime } from '@/lib/dates/dates.ts';
import './print.css';
import type { Note } from './queries.ts';

export function NoteDetail({ note, onBack }: { note: Note; onBack: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-4 flex flex-wrap justify-between gap-2 print:hidden">
        <Button look="quiet" className="-ml-4" onClick={onBack}>
          <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Back to notes
        </Button>
        <Button look="quiet" className="-mr-4" onClick={() => window.print()}>
          <Printer aria-hidden="true" strokeWidth={1.75} className="size-5" />
          Print
        </Button>
      </div>
      <article className="note-sheet rise rounded-card border border-line bg-card p-6 shadow-card sm:p-10">
        <div aria-hidden="true" className="mb-8 hidden print:block">
          <Logo />
        </div>
        <h2 ref={title} tabIndex={-1} className="text-title wrap-anywhere">
          {note.title}
        </h2>
        <p className="mt-2 mb-8 text-soft">
          <time dateTime={note.date}>{longDay(note.date)}</time>
          {note.author && (
            <span className="block">{`Signed by ${note.author.name}, ${note.author.role}, ${signedOn(note.author)}`}</span>
          )}
        </p>
        <RichText nodes={note.content} level={3} />
        {note.addenda.map(({ id, author, content }) => (
          <section key={id} className="mt-8 border-t border-line pt-6">
            <h3 className="mb-3 font-sans text-small font-semibold text-soft">
              {`Added by ${author.name}, ${author.role}, ${signedOn(author)}`}
            </h3>
            <RichText nodes={content} level={3} />
          </section>
        ))}
      </article>
    </div>
  );
}

const signedOn = ({ signedAt }: { signedAt: string }) => dateAndTime(instantFromIso(signedAt));
