import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NoteDetail } from './note-detail.tsx';
import type { Note } from './queries.ts';

const author = { name: 'Dr. Anneke Lind', role: 'clinician', signedAt: '2026-11-14T12:42:00Z' };
const note: Note = {
  id: 'note',
  title: 'Before your second applicator',
  date: '2026-11-14',
  preview: '',
  content: ['Take one step at a time.'],
  author,
  addenda: [
    { id: 'added', author: { ...author, name: 'Marisol Vega', role: 'coach' }, content: ['And call us.'] },
  ],
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(shown: Note) {
  vi.stubGlobal('scrollTo', () => undefined);
  render(<NoteDetail note={shown} onBack={() => undefined} />);
}

test('a note says who signed it, with addenda and their authors below', () => {
  show(note);
  expect(screen.getByText(/^Signed by Dr. Anneke Lind, clinician, November 14, 2026, /)).toBeDefined();
  expect(screen.getByRole('heading', { name: /^Added by Marisol Vega, coach, / })).toBeDefined();
  expect(screen.getByText('And call us.')).toBeDefined();
});

test('an older note without a signature names no one', () => {
  show({ ...note, author: null, addenda: [] });
  expect(screen.queryByText(/Signed by|Added by/)).toBeNull();
});
