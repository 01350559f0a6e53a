import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toast } from '@/components/feedback/toast-store.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useAct } from '@/lib/care-team/use-act.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import { partsOf, sendList } from '@/team/features/invitations/send-list.ts';
import { useNoteDraft } from '@/team/features/patients/notes/use-note-draft.ts';
import { App } from './app.tsx';
import { colleague, keepSession, marisol, takeOver, useClinic, user } from './testing/clinic.ts';

const server = useClinic();
let sent: unknown[] = [];

/** Accepts requests. While the first one is being answered, a colleague signs in in this browser. */
const takenOver = (body: (given: never) => unknown) => (given: unknown) => {
  sent.push(given);
  if (sent.length === 1) takeOver();
  return { body: body(given as never) };
};
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

beforeEach(() => {
  sent = [];
  keepSession('aal2');
});

test('a note that one person was writing is not saved as the next', async () => {
  const start = {
    form: { kind: 'medical', title: 'Call', date: '2026-11-15', text: 'Half' } as const,
    saved: null,
    isSaved: false,
  };
  server().answer({
    'POST /functions/v1/team-notes': takenOver(() => ({ id: crypto.randomUUID(), version: 1 })),
  });
  const { result } = renderHook(
    () => useNoteDraft({ patientId: crypto.randomUUID(), start, draftOf: () => null }),
    { wrapper },
  );
  const saving = result.current.saveAll();
  act(() => result.current.write({ text: 'Half a sentence' }));
  await act(() => saving);
  expect(sent).toMatchObject([{ text: 'Half' }]);
  await act(() => expect(result.current.saveAll()).rejects.toMatchObject({ code: 'signed_out' }));
  expect(sent).toHaveLength(1);
});

test('the rest of a list is not imported as the next person', async () => {
  const people = Array.from({ length: 201 }, (_, at) => ({
    line: at + 2,
    person: { email: `p${at}@example.com`, first: 'Ada', last: 'Okafor' },
  }));
  server().answer({
    'POST /functions/v1/team-invitations': takenOver(({ people: part }: { people: unknown[] }) => ({
      outcomes: part.map(() => 'new'),
    })),
  });
  await expect(sendList('import', partsOf(people), user.id, () => undefined)).rejects.toMatchObject({
    code: 'signed_out',
  });
  expect(sent).toHaveLength(1);
});

test('the answer to one person’s act tells the next nothing', async () => {
  const told: unknown[] = [];
  server().answer({ 'POST /functions/v1/team-decide': takenOver(() => ({ patient: 'Ada Okafor' })) });
  const { result } = renderHook(
    () =>
      useAct({
        name: 'team-decide',
        answer: z.object({ patient: z.string() }),
        onDone: (answer) => told.push(answer),
      }),
    { wrapper },
  );
  await act(() => result.current.mutateAsync({ key: 'item' }));
  expect(told).toEqual([]);
});

test('nothing that one person wrote or was told is left in the tab once the next has signed in', async () => {
  server().answer({ 'GET /functions/v1/team-session': () => ({ body: marisol }) });
  draftOf('note:ada', user.id, z.object({ text: z.string() })).keep({ text: 'Half a sentence' });
  history.replaceState(null, '', '/team');
  render(<App />);
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  act(() => void toast({ title: 'Sent to Ada Okafor' }));
  screen.getByText('Sent to Ada Okafor');
  act(takeOver);
  await waitFor(() => expect(document.body.textContent).not.toContain('Ada Okafor'));
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Half a sentence');
  draftOf('note:ada', colleague.id, z.object({ text: z.string() })).keep({ text: 'Mine' });
  expect(sessionStorage).toHaveLength(1);
});
