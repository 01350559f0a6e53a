import { randomUUID } from 'node:crypto';
import type { Services } from '../services.ts';
import { refreshTokenOf } from './refresh-token.ts';
import type { Session } from './sessions.ts';
import { userAnswer } from './users.ts';

const ACCESS_TOKEN_SECONDS = 600;

/** GoTrue's session: a short-lived access token, its refresh token, and the user. */
export async function sessionAnswer({ keys, settings, now }: Services, session: Session) {
  const { id, aud, role, email, app_metadata, user_metadata } = session.user;
  const issuedAt = Math.floor(now().getTime() / 1000);
  const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
  const accessToken = await keys.sign({
    iss: `${settings.siteUrl}/auth/v1`,
    sub: id,
    aud,
    exp: expiresAt,
    iat: issuedAt,
    email,
    phone: '',
    app_metadata,
    user_metadata,
    role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    // Times are whole seconds: without it, two refreshes in one second would return the same token.
    jti: randomUUID(),
    is_anonymous: false,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshTokenOf(keys, session.nonce),
    user: userAnswer(session.user),
  };
}
