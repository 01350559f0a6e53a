import type { Hono } from 'hono';
import { Problem } from '../http/problem.ts';

const refusals: { method: string; path: string; problem: () => Problem }[] = [
  refusal('POST', '/signup', 422, 'signup_disabled', 'Signups not allowed for this instance'),
  refusal('POST', '/magiclink', 422, 'otp_disabled', 'Links are not sent, only codes'),
  refusal('POST', '/recover', 422, 'email_provider_disabled', 'There are no passwords to recover'),
  refusal('POST', '/resend', 422, 'email_provider_disabled', 'Ask for a new code instead'),
  refusal('POST', '/invite', 403, 'not_admin', 'User not allowed'),
  refusal('ALL', '/admin/*', 403, 'not_admin', 'User not allowed'),
  refusal('GET', '/authorize', 400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  refusal('ALL', '/callback', 400, 'bad_oauth_callback', 'Unsupported provider: provider is not enabled'),
  refusal('ALL', '/sso/*', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  refusal('ALL', '/user/identities/*', 404, 'manual_linking_disabled', 'Manual linking is disabled'),
  refusal('ALL', '/*', 404, 'not_found', 'There is nothing at this address.'),
];

function refusal(
  method: string,
  path: string,
  ...[status, code, message]: ConstructorParameters<typeof Problem>
) {
  return { method, path, problem: () => new Problem(status, code, message) };
}

/** GoTrue's other ways to sign in do not exist here: one is easier to keep safe. */
export function refuseTheRest(auth: Hono): void {
  for (const { method, path, problem } of refusals) {
    auth.on(method, path, () => {
      throw problem();
    });
  }
}
