/** What `early.ts` asked before this code was here. */
export type Early = {
  config: Promise<Response> | null;
  /** Settled once greeting and plan are shown, or cannot be. */
  plan: Promise<unknown> | null;
  hasFailed: boolean;
  /** By credential, form and address of the question. */
  answers: Map<string, Promise<Response>>;
};

const early = (): Early | undefined => (window as Window & { early?: Early }).early;

/** From here on the portal asks by itself what was not asked early. */
export function closeEarly(): void {
  const nothing: Early = { config: null, plan: null, hasFailed: false, answers: new Map() };
  if (!early()) Object.assign(window, { early: nothing });
}

/** What was asked for one person is not there for the next. */
export const forgetEarly = (): void => early()?.answers.clear();

/** The settings, where they were asked for already. */
export const earlyConfig = (): Promise<Response> | null => early()?.config ?? null;

/** Whether the plan was asked for early and answered, and nothing refused so far: that is asked when the page is open. */
export async function earlyGoesWell(): Promise<boolean> {
  const asked = early();
  if (!asked?.plan) return false;
  await asked.plan;
  return !asked.hasFailed;
}

/** The answer to exactly this question, once: whoever asks again wants to know it anew. */
export function takeEarly(url: string, headers: Headers): Promise<Response> | undefined {
  const key = `${headers.get('authorization')} ${headers.get('accept') ?? '*/*'} ${url}`;
  const answer = early()?.answers.get(key);
  early()?.answers.delete(key);
  return answer;
}
