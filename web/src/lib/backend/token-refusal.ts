/** How GoTrue names a token that is none of its own, and one whose session is over. */
const GOTRUE = ['bad_jwt', 'session_not_found'];

/**
 * Whether a response refuses the token itself, so it has to be renewed. Our server, PostgREST and the
 * functions answer 401; GoTrue answers 403 and why; Supabase's Storage answers 400, with the actual 403 in
 * its body.
 */
export async function refusesToken(answer: Response): Promise<boolean> {
  if (answer.status === 401) return true;
  if (answer.status !== 400 && answer.status !== 403) return false;
  const said = (await answer
    .clone()
    .json()
    .catch(() => null)) as Record<string, unknown> | null; // a page of some gateway
  if (answer.status === 400) return said?.['statusCode'] === '403';
  return GOTRUE.some((code) => code === said?.['error_code'] || code === said?.['code']);
}
