import { useState } from 'react';
import * as z from 'zod/mini';
import { draftOf } from './drafts.ts';
import type { Entry } from './entry.ts';
import { submitEntry, type SubmittedEntry } from './pending-entries.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

type Form<Answers, Step extends string> = {
  name: string;
  steps: readonly Step[];
  Answers: z.ZodMiniType<Answers>;
  empty: Answers;
  /** The patient's message if it could not be sent. */
  failure: string;
};

type State<Answers, Step> = {
  id: string;
  /** When it was last sent, in milliseconds: from then on the server may know the id. */
  triedAt: number | null;
  step: Step;
  answers: Answers;
};

/** Coming back later than this with the same answers means another test. */
const SAME_TRY = 60 * 60 * 1000;

/**
 * A form with one entry for the clinic, sent once. It survives a reload, and stays unchanged if sending
 * fails.
 */
export function useEntryForm<Answers extends object, Step extends string>(form: Form<Answers, Step>) {
  const { id: userId } = useUser();
  const [kept] = useState(() => draftFor(form, userId));
  const [state, setState] = useState(() => openedAgain(kept.read()) ?? untouched(form));
  const [moved, setMoved] = useState(false);

  function keep(next: State<Answers, Step>) {
    setState(next);
    kept.keep(next);
  }

  const { mutate, isPending } = useSendOnce({
    mutationFn: (entry: Entry) => submitEntry(entry, { userId, id: state.id }),
    // Offline it is kept on the device, which needs no network.
    networkMode: 'always',
    meta: { failure: form.failure },
    onMutate: () => keep({ ...state, triedAt: Date.now() }),
    onSuccess: () => kept.forget(),
  });

  return {
    answers: state.answers,
    step: state.step,
    /** Moving between steps announces the new step's heading. */
    moved,
    saving: isPending,
    /** An id that the server may know stands for the answers that it was sent with. */
    answer: (change: Partial<Answers>) =>
      keep({
        ...state,
        ...(state.triedAt !== null && freshId()),
        answers: { ...state.answers, ...change },
      }),
    goTo: (step: Step) => {
      setMoved(true);
      keep({ ...state, step });
    },
    /** For leaving the form, or filling it in again: removes everything. */
    startOver: () => {
      kept.forget();
      setState(untouched(form));
    },
    submit: (entry: Entry, onDone: (outcome: SubmittedEntry) => void, onError?: (error: Error) => void) =>
      mutate(entry, {
        ...(onError && { onError }),
        onSuccess: (outcome) => {
          setMoved(true);
          onDone(outcome);
        },
      }),
  };
}

const draftFor = <Answers, Step extends string>(
  { name, steps, Answers }: Form<Answers, Step>,
  userId: string,
) =>
  draftOf<State<Answers, Step>>(
    name,
    userId,
    z.object({ id: z.guid(), triedAt: z.nullable(z.number()), step: z.enum(steps), answers: Answers }),
  );

function openedAgain<Kept extends { triedAt: number | null }>(kept: Kept | null): Kept | null {
  const longAgo = kept?.triedAt && Date.now() - kept.triedAt > SAME_TRY;
  return kept && longAgo ? { ...kept, ...freshId() } : kept;
}

const untouched = <Answers, Step extends string>({
  steps,
  empty,
}: Form<Answers, Step>): State<Answers, Step> => ({ ...freshId(), step: steps[0]!, answers: empty });

const freshId = () => ({ id: crypto.randomUUID(), triedAt: null });
