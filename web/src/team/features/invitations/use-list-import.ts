import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedPerson, WrongLine } from '@domain/account/invitation-list.ts';
import type { ListedState } from '@domain/contracts/team/team-invitations.ts';
import { useUser } from '@/lib/backend/session.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { readListFile } from './read-list-file.ts';
import { partsOf, sendList, type ListPart } from './send-list.ts';

export type Preview = {
  file: string;
  parts: ListPart[];
  /** The number of people who would be invited or changed. */
  counts: Record<'new' | 'changed' | 'same', number>;
  wrong: WrongLine[];
};

const REFUSED: Partial<Record<ListedState, string>> = {
  ended: 'access was ended. To restore it, invite this person with ‘Invite’',
  team: 'this address belongs to someone on the care team',
};

/** Reads a file, asks what importing it would do, and imports it. */
export function useListImport(onDone: (counts: Preview['counts']) => void) {
  const client = useQueryClient();
  const { id: owner } = useUser();
  const [preview, setPreview] = useState<Preview | { problem: string } | null>(null);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const sending = (action: 'check-list' | 'import', parts: ListPart[]) => {
    const all = parts.reduce((sum, { people }) => sum + people.length, 0);
    setProgress({ done: 0, all });
    return sendList(action, parts, owner, (done) => setProgress({ done, all }));
  };
  const settle = {
    onError: checkSession,
    onSettled: () => setProgress(null),
    networkMode: 'always',
  } as const;
  const check = useMutation({
    ...settle,
    mutationFn: async (file: File) => {
      setPreview(null);
      const read = await readListFile(file);
      if ('problem' in read) return read;
      return previewOf(file.name, read, await sending('check-list', partsOf(read.people)));
    },
    onSuccess: setPreview,
  });
  const importing = useMutation({
    ...settle,
    mutationFn: ({ parts }: Preview) => sending('import', parts),
    onSuccess: (states) => onDone(countsOf(states)),
    // Refetches even after a failure, because the earlier parts were imported.
    onSettled: () => {
      setProgress(null);
      return client.invalidateQueries({ queryKey: ['team-invitations'] });
    },
  });
  return { preview, progress, check, importing };
}

function previewOf(
  file: string,
  { people, wrong }: { people: ListedPerson[]; wrong: WrongLine[] },
  states: ListedState[],
): Preview {
  const refused = people.flatMap(({ line }, at) => {
    const reason = REFUSED[states[at]!];
    return reason ? [{ line, reason }] : [];
  });
  const writable = people.filter((_, at) => states[at] === 'new' || states[at] === 'changed');
  return {
    file,
    parts: partsOf(writable),
    counts: countsOf(states),
    wrong: [...wrong, ...refused].toSorted((one, other) => one.line - other.line),
  };
}

function countsOf(states: ListedState[]): Preview['counts'] {
  const count = (state: ListedState) => states.filter((one) => one === state).length;
  return { new: count('new'), changed: count('changed'), same: count('same') };
}
