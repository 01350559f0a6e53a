import { useState } from 'react';
import { KIT_CARD } from '@domain/copy/kit.ts';
import { kitState, type KitState } from '@domain/kit/kit-state.ts';
import { addressLines } from '@domain/kit/address-lines.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton, TextLink } from '@/components/action/link-button.tsx';
import { Notice } from '@/components/feedback/notice.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Address } from '@/components/layout/address.tsx';
import { Card } from '@/components/layout/card.tsx';
import { useArriveAt } from '@/components/layout/use-arrive-at.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { localDay } from '@/lib/dates/dates.ts';
import { useNow } from '@/lib/dates/use-now.ts';
import { addressDraft, AddressForm } from './address-form.tsx';
import { useSaveAddress, useSetArrived, type OwnKit } from './queries.ts';

const KIT_ID = 'your-kit';

/** The kit's state and address, and 'My kit has arrived'. */
export function KitCard({ userId, kit }: { userId: string; kit: OwnKit }) {
  useArriveAt(KIT_ID, true);
  const now = useNow(() => undefined);
  const state = kitState(
    { ...kit, hasAddress: kit.address !== null, hasArrived: kit.arrivedAt !== null },
    localDay(now),
  );
  return (
    <Card title={KIT_CARD.title} id={KIT_ID}>
      <div className="space-y-5">
        <State state={state} kit={kit} />
        {kit.isAsked && kit.trackingUrl !== null && <Arrival userId={userId} state={state} />}
        <ShipTo {...{ userId, kit, state }} />
      </div>
    </Card>
  );
}

function State({ state, kit: { address, sentOn, trackingUrl } }: { state: KitState; kit: OwnKit }) {
  const isUnderway = state === 'sent' || state === 'late';
  return (
    <p className={state === 'address-needed' ? 'text-lead font-medium' : ''}>
      {KIT_CARD.state[state]}
      {state === 'not-asked' && !address && ` ${KIT_CARD.enterNow}`}
      {isUnderway && sentOn && ` ${KIT_CARD.sentOn(monthAndDay(sentOn))}`}
      {isUnderway && trackingUrl && /^https?:\/\//i.test(trackingUrl) && (
        <>
          {' '}
          <TextLink to={trackingUrl}>{KIT_CARD.follow}</TextLink>
        </>
      )}
    </p>
  );
}

function Arrival({ userId, state }: { userId: string; state: KitState }) {
  const { mutate, isPending } = useSetArrived(userId);
  const hasArrived = state === 'arrived';
  const arrive = () =>
    mutate(!hasArrived, {
      onSuccess: () => toast({ title: hasArrived ? KIT_CARD.arrivalUndone : KIT_CARD.arrivalSaved }),
    });
  return (
    <div className="flex flex-wrap gap-3">
      <Button look={hasArrived ? 'quiet' : 'primary'} busy={isPending} onClick={arrive}>
        {hasArrived ? KIT_CARD.hasNotArrived : KIT_CARD.hasArrived}
      </Button>
      {state === 'late' && (
        <LinkButton to="/support" look="outline">
          {KIT_CARD.message}
        </LinkButton>
      )}
    </div>
  );
}

function ShipTo({ userId, kit: { address }, state }: { userId: string; kit: OwnKit; state: KitState }) {
  const draft = addressDraft(userId);
  const [isOpen, setIsOpen] = useState(() => draft.read() !== null);
  const { mutate, isPending } = useSaveAddress(userId);
  function close() {
    draft.forget();
    setIsOpen(false);
  }
  const isNeeded = state === 'address-needed';
  const isSent = state === 'sent' || state === 'late';
  if (isOpen || isNeeded) {
    return (
      <div className="space-y-5">
        {isSent && <Notice>{KIT_CARD.changeAfterSending}</Notice>}
        <AddressForm
          draft={draft}
          address={address}
          busy={isPending}
          onSave={(given) =>
            mutate(given, {
              onSuccess: () => {
                close();
                toast({ title: KIT_CARD.saved });
              },
            })
          }
          onCancel={isNeeded ? undefined : close}
        />
        <p className="text-small text-soft">{KIT_CARD.discreet}</p>
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <h3 className="text-small font-normal text-soft">{KIT_CARD.address}</h3>
      {address ? <Address lines={addressLines(address)} /> : <p>{KIT_CARD.noAddress}</p>}
      {state !== 'arrived' && (
        <Button look="outline" onClick={() => setIsOpen(true)}>
          {address ? KIT_CARD.change : KIT_CARD.enter}
        </Button>
      )}
    </div>
  );
}
