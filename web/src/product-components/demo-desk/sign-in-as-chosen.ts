import { logFailure } from '@/lib/backend/log.ts';

/** Written by the demo desk (server/demo/desk), in this tab alone. */
const CHOSEN = 'bea-demo-person';
const STEP_TIMEOUT_MS = 15_000;
const POLL_MS = 100;

type Message = { channel: string; code: string | null; sentAt: string };

/**
 * Fills in the sign-in form for the person selected on the demo desk, as they would: address, emailed code,
 * app's code.
 */
export async function signInAsChosen(): Promise<void> {
  const email = sessionStorage.getItem(CHOSEN);
  if (!email) return;
  sessionStorage.removeItem(CHOSEN);
  // The form itself shows failures, and the person can continue by hand.
  await fillIn(email).catch((error: unknown) => logFailure('The demo person was not signed in', error));
}

async function fillIn(email: string): Promise<void> {
  const before = await newestCode(email);
  submit(await field('email'), email);
  const code = await field('otp', 'code');
  const sent = await until(async () => {
    const newest = await newestCode(email);
    return newest && newest.sentAt !== before?.sentAt ? newest : null;
  });
  submit(code, sent.code!);
  // A patient is signed in by now. A team member is asked for the code from their app.
  if (code.name === 'otp') return;
  const app = await field('totp');
  submit(app, (await messages(email)).find(({ channel }) => channel === 'authenticator')!.code!);
}

async function newestCode(email: string): Promise<Message | undefined> {
  return (await messages(email)).find(({ channel, code }) => channel === 'email' && code !== null);
}

async function messages(email: string): Promise<Message[]> {
  const answer = await fetch(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
  return answer.ok ? ((await answer.json()) as Message[]) : [];
}

/** The first of these fields that the form shows. */
const field = (...names: string[]): Promise<HTMLInputElement> =>
  until(() => document.querySelector<HTMLInputElement>(names.map((name) => `input[name=${name}]`).join()));

/** Like typing, because React listens to that. */
function submit(input: HTMLInputElement, value: string): void {
  Reflect.set(HTMLInputElement.prototype, 'value', value, input);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  // After the form has rendered the typed text.
  setTimeout(() => input.form?.requestSubmit());
}

async function until<T>(look: () => T | null | Promise<T | null>): Promise<T> {
  const end = Date.now() + STEP_TIMEOUT_MS;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error('The form did not come to its next step');
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
