import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { CODE_MINUTES } from '@domain/account/leaving.ts';
import { Dialog } from '@/components/overlay/dialog.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { AddressStep } from './address-step.tsx';
import { giveUp } from './change-address.ts';
import { CodesStep } from './codes-step.tsx';

type Props = { user: SignedInUser; open: boolean; onClose: () => void };

const SentCodes = z.object({ to: z.string(), sentAt: z.number() });
type SentCodes = z.infer<typeof SentCodes>;

const areGood = ({ sentAt }: SentCodes) => Date.now() - sentAt < CODE_MINUTES * 60_000;

/**
 * Asks for the new address, then for a code from each mailbox, because an open session alone must not move an
 * account. The code fields are still there after someone reads their email, even after a reload. Only
 * 'Cancel' gives up.
 */
export default function ChangeEmailDialog({ user, open, onClose }: Props) {
  const client = useQueryClient();
  const draft = draftOf('change-email', user.id, SentCodes);
  // Evaluated once, so that fields never disappear while someone uses them. Someone who is too late can
  // request new codes there.
  const [sent, setSent] = useState(() => {
    const kept = draft.read();
    return kept && areGood(kept) ? kept : null;
  });
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);

  function begin(to: string) {
    const codes = { to, sentAt: Date.now() };
    draft.keep(codes);
    setSent(codes);
  }

  function end() {
    draft.forget();
    setSent(null);
  }

  function cancel() {
    if (sent) void giveUp();
    end();
    setRefused('');
    onClose();
  }

  function finish() {
    void client.invalidateQueries({ queryKey: ['customer', user.id] });
    toast({ title: 'Your email address has changed.' });
    end();
    onClose();
  }

  return (
    <Dialog open={open} onClose={onClose} title="Change email address" dismissible={!busy}>
      {sent ? (
        <CodesStep
          // New codes, empty fields.
          key={sent.sentAt}
          sentAt={sent.sentAt}
          change={{ userId: user.id, from: user.email, to: sent.to }}
          onBusy={setBusy}
          onCancel={cancel}
          onDone={finish}
          onSentAgain={() => begin(sent.to)}
          onRefused={() => {
            setRefused(sent.to);
            end();
          }}
        />
      ) : (
        <AddressStep
          current={user.email}
          refused={refused}
          onBusy={setBusy}
          onCancel={cancel}
          onSent={begin}
        />
      )}
    </Dialog>
  );
}
