import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TeamNotesAnswer } from '@domain/contracts/team/team-notes.ts';
import { isoFromInstant } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { useUser } from '@/lib/backend/session.ts';
import { checkSession } from '@/lib/care-team/check-session.ts';
import { draftOf as draftInTab } from '@/lib/entries/drafts.ts';
import { isCode, isLost } from '@/lib/care-team/failure-words.ts';
import { draftOfForm, KeptNote, type NoteForm } from './draft-form.ts';

/** The pause in typing before saving, so that it saves sentences instead of words. */
const TYPING_PAUSE_MS = 1_000;
/** The wait after a save without an answer. */
const TRY_AGAIN_MS = 5_000;

type Saved = KeptNote['saved'];
type State = 'idle' | 'saving' | 'unanswered' | 'refused' | 'conflict';
type Options = {
  patientId: string;
  start: KeptNote;
  /** The server's copy of a draft. */
  draftOf: (id: string) => KeptNote | null;
};

/**
 * A note that saves itself. Its text stays in this tab until the server has it. Of two tabs, the later one
 * gets an error and overwrites nothing. A save without an answer is repeated unchanged, so that it counts
 * once.
 */
export function useNoteDraft({ patientId, start, draftOf }: Options) {
  const { id } = useUser();
  const [userId] = useState(id);
  const [kept] = useState(() =>
    draftInTab(`note:${patientId}:${start.saved?.id ?? 'new'}`, userId, KeptNote),
  );
  const [first] = useState(() => beginning(kept.read(), start, draftOf));
  const [form, setForm] = useState(first.form);
  const [savedForm, setSavedForm] = useState(first.isSaved ? first.form : null);
  const [savedAt, setSavedAt] = useState<string | null>(first.savedAt ?? null);
  const [state, setState] = useState<State>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  // The values a running save needs when it returns.
  const now = useRef({ form: first.form, saved: first.saved });
  const unanswered = useRef<{ form: NoteForm; key: string; body: object } | null>(null);
  const working = useRef<Promise<Saved> | null>(null);
  const isDirty = form !== savedForm;

  function write(change: Partial<NoteForm>) {
    const next = { ...now.current.form, ...change };
    now.current.form = next;
    setForm(next);
    kept.keep({ ...now.current, isSaved: false });
    setState((before) => (before === 'refused' ? 'idle' : before));
  }

  function actOf({ form: words, saved }: Pick<KeptNote, 'form' | 'saved'>) {
    const known = saved && { noteId: saved.id, version: saved.version };
    const body = { action: 'save', patientId, ...known, ...draftOfForm(words) };
    return { form: words, key: crypto.randomUUID(), body };
  }

  async function send(): Promise<Saved> {
    const act = unanswered.current ?? actOf(now.current);
    setState('saving');
    setFailure(null);
    try {
      const { body, key: idempotencyKey } = act;
      const call = { body, idempotencyKey, owner: userId, answer: TeamNotesAnswer };
      const answer = await callFunction('team-notes', call);
      unanswered.current = null;
      now.current.saved = answer;
      setSavedForm(act.form);
      setSavedAt(isoFromInstant(Date.now()));
      kept.keep({ ...now.current, isSaved: act.form === now.current.form });
      setState('idle');
      return answer;
    } catch (error) {
      checkSession(error);
      unanswered.current = isLost(error) ? act : null;
      setFailure(error);
      setState(isCode(error, 'changed_meanwhile') ? 'conflict' : isLost(error) ? 'unanswered' : 'refused');
      throw error;
    }
  }

  /** One save at a time. */
  function save(): Promise<Saved> {
    working.current ??= send().finally(() => {
      working.current = null;
    });
    return working.current;
  }

  /** Saves everything that was written. */
  async function saveAll(): Promise<NonNullable<Saved>> {
    if (working.current) await working.current;
    const { saved } = now.current;
    if (!isDirty && saved) return saved;
    return (await save())!;
  }

  const saveByItself = useEffectEvent((words: NoteForm) => {
    if (words !== now.current.form) return; // someone is typing
    save().catch(() => undefined); // the error is shown next to the fields
  });
  useEffect(() => {
    if (!isDirty || (state !== 'idle' && state !== 'unanswered')) return undefined;
    const timer = setTimeout(() => saveByItself(form), state === 'idle' ? TYPING_PAUSE_MS : TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isDirty, form, state]);

  /** After a conflict: this tab's text becomes a separate draft. */
  function keepAsNew() {
    now.current.saved = null;
    kept.keep({ ...now.current, isSaved: false });
    setFailure(null);
    setState('idle');
  }

  return { form, state, isDirty, savedAt, failure, write, saveAll, keepAsNew, forget: () => kept.forget() };
}

/** After a reload: the unsaved draft if there is one, otherwise the server's copy. */
function beginning(kept: KeptNote | null, start: KeptNote, draftOf: Options['draftOf']): KeptNote {
  if (!kept) return start;
  if (!kept.isSaved) return kept;
  return (kept.saved && draftOf(kept.saved.id)) ?? start;
}
