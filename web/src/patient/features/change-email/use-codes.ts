import { useState } from 'react';
import { SIX_DIGITS } from '@domain/contracts/patient/account-deletion.ts';
import type { Mailbox } from '@domain/notifications/address-emails.ts';
import type { AppError } from '@/lib/backend/app-error.ts';
import { submitCode, type Change } from './change-address.ts';
import { codeOf, reportFailure } from './report-failure.ts';
import { useBusy } from './use-busy.ts';
import { WRONG_CODE } from './words.ts';

const MAILBOXES = ['current', 'new'] as const;
const FAILURE = 'Failed to change your email address. Please try again.';

type Errors = Partial<Record<Mailbox, string>>;
type Options = {
  change: Change;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
  onRefused: () => void;
  focus: (mailbox: Mailbox) => void;
};

/**
 * The two codes. A wrong one shows its error next to its field and keeps the other, and an accepted one isn't
 * sent again.
 */
export function useCodes({ change, onBusy, onDone, onRefused, focus }: Options) {
  const [codes, setCodes] = useState({ current: '', new: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [accepted, setAccepted] = useState<ReadonlySet<Mailbox>>(new Set());
  const [busy, whileBusy] = useBusy(onBusy);

  function enter(mailbox: Mailbox, code: string) {
    setCodes((before) => ({ ...before, [mailbox]: code }));
    setErrors((before) => ({ ...before, [mailbox]: undefined }));
  }

  async function confirm() {
    const open = MAILBOXES.filter((mailbox) => !accepted.has(mailbox));
    if (say(open, (mailbox) => (codes[mailbox].length === 6 ? undefined : SIX_DIGITS))) return;
    await whileBusy(() => submitAll(open), tell);
  }

  function tell(failure: unknown) {
    const code = codeOf(failure);
    if (code === 'address_refused') return onRefused();
    reportFailure(FAILURE, failure, code === 'too_many_requests' ? (failure as AppError).message : FAILURE);
  }

  /** Submits both even if the first is wrong, so that a lost answer does no harm. */
  async function submitAll(open: readonly Mailbox[]) {
    const wrong = new Set<Mailbox>();
    for (const mailbox of open) {
      const outcome = await submitCode(change, mailbox, codes[mailbox]);
      if (outcome === 'changed') return onDone();
      if (outcome === 'wrong') wrong.add(mailbox);
      else setAccepted((before) => new Set(before).add(mailbox));
    }
    say(open, (mailbox) => (wrong.has(mailbox) ? WRONG_CODE : undefined));
  }

  /** Shows each error next to its field, and puts the cursor into the first wrong field. */
  function say(open: readonly Mailbox[], problem: (mailbox: Mailbox) => string | undefined): boolean {
    const first = open.find(problem);
    setErrors(Object.fromEntries(open.map((mailbox) => [mailbox, problem(mailbox)])));
    if (first) focus(first);
    return first !== undefined;
  }

  return { codes, errors, busy, enter, confirm };
}
