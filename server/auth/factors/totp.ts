// `otpauth` and `uqr` are loaded when somebody of the care team needs them: most starts of the server never do.
const DIGITS = 6;
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A phone's clock may be one step behind or ahead. */
const MAX_STEPS_OFF = 1;

export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Which step of 30 seconds, counted from 1970, a code belongs to; null for a wrong one. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const totp = await totpOf(secret);
  const timestamp = now.getTime();
  const stepsOff = totp.validate({ token: code, timestamp, window: MAX_STEPS_OFF });
  return stepsOff === null ? null : totp.counter({ timestamp }) + stepsOff;
}

/** What an authenticator app shows at this moment. */
export const codeAt = async (secret: string, now: Date): Promise<string> =>
  (await totpOf(secret)).generate({ timestamp: now.getTime() });

/** Until an authenticator app shows another code; never 0. */
export const secondsLeft = (now: Date): number =>
  Math.ceil(PERIOD_SECONDS - ((now.getTime() / 1000) % PERIOD_SECONDS));

async function totpOf(secret: string) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_SECONDS });
}

/** What an authenticator app reads from the QR code, with its parts in GoTrue's order. */
export function uriOf(issuer: string, email: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email).replaceAll('%40', '@')}`;
  const values = `algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${PERIOD_SECONDS}`;
  return `otpauth://totp/${label}?${values}&secret=${secret}`;
}

export async function qrCodeOf(uri: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  // Cameras need four modules of white around it.
  return renderSVG(uri, { border: 4 });
}
