import { pageAt } from './pages.ts';

/** What a visitor who has to sign in first came for. It is kept with the history entry: no link can say where sign-in leads. */
type Visit = { cameFor: string };

export const visitOf = (path: string, search: string): Visit => ({
  cameFor: search ? `${path}?${search}` : path,
});

/** The page that the visitor came for, if the portal has it; otherwise Home. */
export function pageAfterSignIn(state: unknown): string {
  // A layer above the page, like the step with the code, keeps the page's own state below it (follow-back.ts).
  const { below, ...own } = (state ?? {}) as Partial<Visit> & { below?: Partial<Visit> | null };
  const { cameFor } = below ?? own;
  const path = typeof cameFor === 'string' ? cameFor.split('?', 1)[0]! : '';
  return pageAt(path) ? cameFor! : '/home';
}
