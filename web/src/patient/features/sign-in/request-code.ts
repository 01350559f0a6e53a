import { toast } from '@/components/feedback/toast-store.ts';
import { openCodeSentAt } from './code-requests.ts';
import { codeSentAt, type SentCode } from './code-sent.ts';
import { sendCode, SentBefore } from './sign-in.ts';
import { CODE_SENT } from './words.ts';

/** While a code is valid, its field comes next, so that no one is kept from a code they have. */
export async function codeFor(email: string): Promise<SentCode> {
  const before = await openCodeSentAt(email, Date.now());
  if (before !== null) return { ...codeSentAt(email, before), isEarlier: true };
  try {
    await sendCode(email);
  } catch (failure) {
    if (!(failure instanceof SentBefore)) throw failure;
    return { email, againAt: Date.now() + failure.seconds * 1000, isEarlier: true };
  }
  toast(CODE_SENT);
  return codeSentAt(email, Date.now());
}
