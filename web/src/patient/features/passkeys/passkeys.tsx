import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/action/button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Card } from '@/components/layout/card.tsx';
import { CardGroup } from '@/components/layout/card-group.tsx';
import { hasPasskeys } from '@/lib/backend/passkeys.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { PasskeyRow } from './passkey-row.tsx';
import { passkeysQuery, useAddPasskey } from './queries.ts';
import { ADDED, addFailureWords } from './words.ts';

/**
 * Shown on My Account, unless the clinic has no passkeys, or neither this browser nor the patient has any.
 */
export default function Passkeys({ userId }: { userId: string }) {
  const { data: passkeys, error } = useQuery(passkeysQuery(userId));
  useFailureLog(error, 'The passkeys could not be read');
  if (!passkeys || (passkeys.length === 0 && !hasPasskeys())) return null;
  return (
    <CardGroup title="Signing in">
      <Card
        title="Passkeys"
        intro="Sign in with your fingerprint, your face or your screen lock instead of a code. You can always get a code by email."
      >
        {passkeys.length > 0 && (
          <ul className="mb-5 divide-y divide-line border-y border-line">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} userId={userId} passkey={passkey} />
            ))}
          </ul>
        )}
        {hasPasskeys() && <Add userId={userId} />}
      </Card>
    </CardGroup>
  );
}

function Add({ userId }: { userId: string }) {
  const [busy, setBusy] = useState(false);
  const add = useAddPasskey(userId);

  async function press() {
    setBusy(true);
    try {
      await add();
      toast(ADDED);
    } catch (error) {
      logFailure('The passkey was not added', error);
      toast(addFailureWords(error));
    }
    setBusy(false);
  }

  return (
    <Button look="outline" busy={busy} onClick={() => void press()}>
      Add a passkey
    </Button>
  );
}
