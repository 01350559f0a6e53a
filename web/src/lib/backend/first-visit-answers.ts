/** The requests that `web/src/first-visit` sent before the portal's code loaded. */
export type FirstVisit = {
  config: Promise<Response> | null;
  /** Settled once greeting and journey are shown, or cannot be. */
  journey: Promise<unknown> | null;
  hasFailed: boolean;
  /** By `questionKey`, as often as each will be asked. */
  answers: Map<string, Promise<Response>[]>;
};

export const emptyFirstVisit = (): FirstVisit => ({
  config: null,
  journey: null,
  hasFailed: false,
  answers: new Map(),
});

/** The two bundles share nothing but the window. */
const firstVisit = (): FirstVisit | undefined => (window as Window & { firstVisit?: FirstVisit }).firstVisit;

/** False where the portal, or an earlier run, was here before: then there is nothing to ask for it. */
export function openFirstVisit(visit: FirstVisit): boolean {
  if (firstVisit()) return false;
  Object.assign(window, { firstVisit: visit });
  return true;
}

/** From here on the portal asks by itself what was not asked yet. */
export const closeFirstVisit = (): void => void openFirstVisit(emptyFirstVisit());

/** One person's response is stored under the credential, the function and the URL it was requested with. */
export const questionKey = (url: string, headers: Headers): string =>
  `${headers.get('authorization')} ${headers.get('accept') ?? '*/*'} ${url}`;

/** One person's responses are not available to the next. */
export const forgetFirstVisitAnswers = (): void => firstVisit()?.answers.clear();

/** The settings, where they were asked for already. */
export const firstVisitConfig = (): Promise<Response> | null => firstVisit()?.config ?? null;

/**
 * Whether the journey was requested and answered, and nothing has been refused so far: that is asked when
 * the page is open.
 */
export async function firstVisitGoesWell(): Promise<boolean> {
  const visit = firstVisit();
  if (!visit?.journey) return false;
  await visit.journey;
  return !visit.hasFailed;
}

/**
 * The response to exactly this request, once for each requester: asking again means a fresh answer is
 * wanted.
 */
export const takeFirstVisitAnswer = (url: string, headers: Headers): Promise<Response> | undefined =>
  firstVisit()
    ?.answers.get(questionKey(url, headers))
    ?.shift()
    ?.then((answer) => answer.clone());
