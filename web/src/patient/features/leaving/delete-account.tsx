import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { Card } from '@/components/layout/card.tsx';
import type { SignedInUser } from '@/lib/backend/session.ts';
import { leavingQuery } from './queries.ts';

const DeleteDialog = lazy(() => import('./delete-dialog.tsx'));

/**
 * Shown on My Account: deletes the account. A patient whose deletion has started finds the way back in the
 * banner.
 */
export function DeleteAccount({ user }: { user: SignedInUser }) {
  const { data: leavesAt } = useQuery(leavingQuery(user.id));
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  if (leavesAt) return null;
  return (
    <Card
      title="Delete my account"
      intro="Removes your account and everything in it. You have 7 days to change your mind."
    >
      <Button
        look="outline"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        Delete my account
      </Button>
      {asked && (
        <Suspense>
          <DeleteDialog user={user} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
