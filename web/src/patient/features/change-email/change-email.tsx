import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';

const ChangeEmailDialog = lazy(() => import('./change-email-dialog.tsx'));

/** Shown on My Account. Only the patient can change their address. */
export function ChangeEmail({ user }: { user: SignedInUser }) {
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="outline"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        Change email address
      </Button>
      {asked && (
        <Suspense>
          <ChangeEmailDialog user={user} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
