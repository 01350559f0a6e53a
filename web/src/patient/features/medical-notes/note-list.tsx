import { Link } from 'wouter';
import { longDay } from '@domain/time/words.ts';
import type { Note } from './queries.ts';

type Props = { notes: readonly Note[]; addressOf: (note: Note) => string };

export function NoteList({ notes, addressOf }: Props) {
  return (
    <ul className="rise grid gap-4 sm:gap-5 lg:grid-cols-2">
      {notes.map((note) => (
        <li
          key={note.id}
          className="press relative rounded-card border border-line bg-card p-5 shadow-card hover:border-edge has-focus-visible:border-brand sm:p-6"
        >
          <p className="caption mb-1.5">{longDay(note.date)}</p>
          <h2 className="text-heading wrap-anywhere">
            {/* The whole card is the link. */}
            <Link href={addressOf(note)} className="after:absolute after:inset-0 after:rounded-card">
              {note.title}
            </Link>
          </h2>
          <p className="mt-2 line-clamp-2 wrap-anywhere text-soft">{note.preview}</p>
        </li>
      ))}
    </ul>
  );
}
