import { useState } from 'react';
import * as z from 'zod/mini';
import { CODE_MINUTES } from '@domain/account/leaving.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { draftOf } from '@/lib/entries/drafts.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { CodeStep } from './code-step.tsx';
import { TypeStep } from './type-step.tsx';

type Props = { user: SignedInUser; open: boolean; onClose: () => void };

const SentCode = z.object({ sentAt: z.number() });

/**
 * States the consequences, asks for a typed word, and confirms with an emailed code, so that no one deletes
 * an account by mistake. The code field is still there after a reload, because a phone may reload the page
 * while the email is read.
 */
export default function DeleteDialog({ user, open, onClose }: Props) {
  const draft = draftOf('delete-account', user.id, SentCode);
  const [sent, setSent] = useState(() => {
    const kept = draft.read();
    return kept !== null && Date.now() - kept.sentAt < CODE_MINUTES * MINUTE;
  });
  const [busy, setBusy] = useState(false);

  function begin() {
    draft.keep({ sentAt: Date.now() });
    setSent(true);
  }

  function close() {
    draft.forget();
    setSent(false);
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={sent ? 'Confirm with a code' : 'Delete your account?'}
      dismissible={!busy}
    >
      {sent ? (
        <CodeStep user={user} onBusy={setBusy} onDone={close} />
      ) : (
        <TypeStep onBusy={setBusy} onSent={begin} onClose={close} />
      )}
    </Dialog>
  );
}
