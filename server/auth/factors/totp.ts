// `otpauth` and `uqr` are loaded when a care team member needs them: most server runs never do.
const DIGITS = 6;
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A phone's clock may be one step behind or ahead. */
const MAX_STEPS_OFF = 1;

export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The 30-second step since 1970 that a code belongs to; null for a wrong one. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const totp = await totpOf(secret);
  const timestamp = now.getTime();
  const stepsOff = totp.validate({ token: code, timestamp, window: MAX_STEPS_OFF });
  return stepsOff === null ? null : totp.counter({ timestamp }) + stepsOff;
}

/** What an authenticator app shows now. */
export const codeAt = async (secret: string, now: Date): Promise<string> =>
  (await totpOf(secret)).generate({ timestamp: now.getTime() });

/** Milliseconds until an authenticator app shows the next code; never 0. */
export const secondsLeft = (now: Date): number =>
  Math.ceil(PERIOD_SECONDS - ((now.getTime() / 1000) % PERIOD_SECONDS));

async function totpOf(secret: string) {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ secret: Secret.fromBase32(secret), digits: DIGITS, period: PERIOD_SECONDS });
}

/** The QR code's content, with its parts in GoTrue's order. */
export function uriOf(issuer: string, email: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email).replaceAll('%40', '@')}`;
  const values = `algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${PERIOD_SECONDS}`;
  return `otpauth://totp/${label}?${values}&secret=${secret}`;
}

export async function qrCodeOf(uri: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  // Cameras need a white margin of four modules.
  return renderSVG(uri, { border: 4 });
}
