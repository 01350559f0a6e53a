import { pageAt } from '../pages.ts';

/**
 * The page a visitor wanted before signing in. It is stored in the history entry: no link can say where
 * sign-in leads.
 */
type Visit = { cameFor: string };
/**
 * A layer above the page, such as the step with the code, must not lose the page's own state
 * (follow-back.ts).
 */
type State = (Partial<Visit> & { below?: Partial<Visit> | null }) | null;

/** The page the visitor came for, if the portal has it; otherwise Home. */
export function pageAfterSignIn(state: unknown): string {
  const cameFor = String(((state as State)?.below ?? (state as State))?.cameFor);
  return pageAt(cameFor.split('?')[0]!) ? cameFor : '/home';
}
