import type * as z from 'zod/mini';
import { currentSession } from '@/lib/backend/session.ts';

const PREFIX = 'bea-draft:';

export type Draft<Form> = {
  /** What was left half-filled; null when there is nothing, or nothing that still fits the form. */
  read: () => Form | null;
  keep: (form: Form) => void;
  forget: () => void;
};

/**
 * A half-filled form, kept in this tab through a reload and a session that ran out, for the person who filled it in.
 * The form forgets it when it is submitted; signing out empties the tab's storage.
 */
export function draftOf<Form>(name: string, userId: string, shape: z.ZodMiniType<Form>): Draft<Form> {
  const own = `${PREFIX}${userId}:`;
  const key = own + name;
  return {
    read: () => {
      forgetOthers(own);
      const kept = inStorage((storage) => storage.getItem(key));
      return kept ? parsed(kept, shape) : null;
    },
    keep: (form) => {
      // What comes in after they have signed out would stay for whoever is next.
      if (currentSession().user?.id !== userId) return;
      inStorage((storage) => storage.setItem(key, JSON.stringify(form)));
    },
    forget: () => void inStorage((storage) => storage.removeItem(key)),
  };
}

/** After a session ran out somebody else may sign in here: what the one before wrote is not theirs. */
function forgetOthers(own: string): void {
  inStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(PREFIX) && !key.startsWith(own)) storage.removeItem(key);
    }
  });
}

function parsed<Form>(kept: string, shape: z.ZodMiniType<Form>): Form | null {
  try {
    return shape.safeParse(JSON.parse(kept)).data ?? null;
  } catch {
    return null; // not written by us
  }
}

/** A full or forbidden storage costs the draft, never the form. */
function inStorage<Answer>(use: (storage: Storage) => Answer): Answer | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
