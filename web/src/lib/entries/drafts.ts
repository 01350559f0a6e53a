import type * as z from 'zod/mini';
import { draftsOf, forgetDraftsOfOthers } from '@/lib/backend/forget-device.ts';
import { currentSession } from '@/lib/backend/session.ts';

export type Draft<Form> = {
  /** The half-filled form; null if there is none, or if it no longer fits. */
  read: () => Form | null;
  keep: (form: Form) => void;
  forget: () => void;
};

/**
 * A half-filled form, kept in this tab through a reload and an expired session, for the person who filled
 * it in. Submitting the form removes it; signing out clears the tab's storage.
 */
export function draftOf<Form>(name: string, userId: string, shape: z.ZodMiniType<Form>): Draft<Form> {
  const key = draftsOf(userId) + name;
  return {
    read: () => {
      forgetDraftsOfOthers(userId);
      const kept = inStorage((storage) => storage.getItem(key));
      return kept ? parsed(kept, shape) : null;
    },
    keep: (form) => {
      // Input after they have signed out would stay for the next person.
      if (currentSession().user?.id !== userId) return;
      inStorage((storage) => storage.setItem(key, JSON.stringify(form)));
    },
    forget: () => void inStorage((storage) => storage.removeItem(key)),
  };
}

function parsed<Form>(kept: string, shape: z.ZodMiniType<Form>): Form | null {
  try {
    return shape.safeParse(JSON.parse(kept)).data ?? null;
  } catch {
    return null; // not written by us
  }
}

/** Full or blocked storage costs the draft, never the form. */
function inStorage<Answer>(use: (storage: Storage) => Answer): Answer | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
