/** What `early.ts` asked before this code was here. */
export type Early = {
  config: Promise<Response> | null;
  /** By credential, form and address of the question. */
  answers: Map<string, Promise<Response>>;
};

const early = (): Early | undefined => (window as Window & { early?: Early }).early;

/** From here on the portal asks by itself what was not asked early. */
export function closeEarly(): void {
  if (!early()) Object.assign(window, { early: { config: null, answers: new Map() } satisfies Early });
}

/** The settings, where they were asked for already. */
export const earlyConfig = (): Promise<Response> | null => early()?.config ?? null;

/** Whether something was asked early and all of it was answered well. What was not is asked when the page is open. */
export async function hasEarlyAnswers(): Promise<boolean> {
  const asked: Iterable<Promise<Response>> = early()?.answers.values() ?? [];
  const answers = await Promise.allSettled(asked);
  return answers.length > 0 && answers.every((each) => each.status === 'fulfilled' && each.value.ok);
}

/** The answer to exactly this question, once: whoever asks again wants to know it anew. */
export function takeEarly(url: string, headers: Headers): Promise<Response> | undefined {
  const key = `${headers.get('authorization')} ${headers.get('accept') ?? '*/*'} ${url}`;
  const answer = early()?.answers.get(key);
  early()?.answers.delete(key);
  return answer;
}
