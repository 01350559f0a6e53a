import { useState } from 'react';
import { Dialog } from '@/components/overlay/dialog.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { CodeStep } from './code-step.tsx';
import { TypeStep } from './type-step.tsx';

type Props = { user: SignedInUser; open: boolean; onClose: () => void };

/** Said plainly, typed out, and proved by a code from the mailbox: nobody deletes an account by mistake. */
export default function DeleteDialog({ user, open, onClose }: Props) {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);

  function close() {
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
        <TypeStep onBusy={setBusy} onSent={() => setSent(true)} onClose={close} />
      )}
    </Dialog>
  );
}
