import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '@/components/ui/dialog.tsx';
import { toast } from '@/components/ui/toast-store.ts';
import type { SignedInUser } from '@/lib/session.ts';
import { AddressStep } from './address-step.tsx';
import { giveUp, type Change } from './change-address.ts';
import { CodesStep } from './codes-step.tsx';

type Props = { user: SignedInUser; open: boolean; onClose: () => void };

/** The new address, then a code from each mailbox: an open session alone moves no account. */
export default function ChangeEmailDialog({ user, open, onClose }: Props) {
  const client = useQueryClient();
  const [change, setChange] = useState<Change>();
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);

  function close() {
    setChange(undefined);
    setRefused('');
    onClose();
  }

  function cancel() {
    if (change) void giveUp();
    close();
  }

  function finish() {
    void client.invalidateQueries({ queryKey: ['customer', user.id] });
    toast({ title: 'Your email address has changed.' });
    close();
  }

  return (
    <Dialog open={open} onClose={cancel} title="Change email address" dismissible={!busy}>
      {change ? (
        <CodesStep
          change={change}
          onBusy={setBusy}
          onCancel={cancel}
          onDone={finish}
          onRefused={() => {
            setRefused(change.to);
            setChange(undefined);
          }}
        />
      ) : (
        <AddressStep
          current={user.email}
          refused={refused}
          onBusy={setBusy}
          onCancel={cancel}
          onSent={(to) => setChange({ from: user.email, to })}
        />
      )}
    </Dialog>
  );
}
