import { useEffect, useState } from 'react';
import { waitInWords } from '@domain/contracts/fields/wait-words.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import type { AppError } from '@/lib/backend/app-error.ts';
import { sendCodes } from './change-address.ts';
import { codeOf, reportFailure } from './report-failure.ts';
import { useBusy } from './use-busy.ts';
import { NOT_SENT } from './words.ts';

/** The auth service doesn't send sooner. */
const BETWEEN_MAILS_MS = 60_000;

type Options = {
  to: string;
  sentAt: number;
  onBusy: (busy: boolean) => void;
  onSent: () => void;
  onRefused: () => void;
};

/**
 * New codes to both mailboxes. This counts as one of five tries a day, like the first. Someone who is too
 * early sees how long to wait.
 */
export function useResend({ to, sentAt, onBusy, onSent, onRefused }: Options) {
  const [wait, setWait] = useState('');
  const [busy, whileBusy] = useBusy(onBusy);
  // The message about waiting disappears after that minute.
  useEffect(() => {
    const over = wait ? setTimeout(() => setWait(''), BETWEEN_MAILS_MS) : undefined;
    return () => clearTimeout(over);
  }, [wait]);

  async function resend() {
    const seconds = secondsToWait(sentAt);
    if (seconds > 0) return setWait(`Please wait ${waitInWords(seconds)} before asking for new codes.`);
    setWait('');
    await whileBusy(send, tell);
  }

  async function send() {
    await sendCodes(to);
    toast({ title: 'Codes sent!', description: 'Check both inboxes for the new codes.' });
    onSent();
  }

  function tell(failure: unknown) {
    const code = codeOf(failure);
    if (code === 'address_refused') return onRefused();
    if (code === 'too_many_requests') return setWait((failure as AppError).message);
    reportFailure(NOT_SENT, failure);
  }

  return { wait, busy, resend, forgetWait: () => setWait('') };
}

const secondsToWait = (sentAt: number) => Math.ceil((sentAt + BETWEEN_MAILS_MS - Date.now()) / 1_000);
