import { useState, type ReactNode } from 'react';
import { GuestName, MAX_GUEST_NAME, type CallPart } from '@domain/contracts/calls/enter-call.ts';
import { Button } from '@/components/action/button.tsx';
import { CompactButton } from '@/components/action/compact-button.tsx';
import { Field } from '@/components/form/field.tsx';
import type { GuestOfCall } from './use-guest.ts';

type Props = GuestOfCall & {
  part: CallPart;
  /** The other side. */
  otherName: string;
  isInviting: boolean;
  onClose: () => void;
};

/**
 * Until the guest is in: the host invites and admits, the patient agrees, and either can refuse. The same for
 * another device that wants to take the guest's place.
 */
export function GuestCard(props: Props) {
  const { guest, nextGuest, part, isIn, isInviting, error } = props;
  if (isIn ? !nextGuest : !guest && !isInviting) return null;
  return (
    <section
      aria-label="Guest"
      className="absolute inset-x-3 top-16 z-10 mx-auto max-w-md space-y-3 rounded-card border border-line bg-card p-4 text-small text-ink shadow-float"
    >
      {!guest && <Invite {...props} />}
      {guest && !isIn && part === 'host' && <Invited {...props} guest={guest} />}
      {guest && !isIn && part === 'patient' && <Asked {...props} guest={guest} />}
      {nextGuest && isIn && <OtherDevice {...props} guest={nextGuest} />}
      {nextGuest && !isIn && (
        <p>{`The link is open on a second device. If ${nextGuest.name} isn’t the first, select ‘Remove guest’ and create a new link.`}</p>
      )}
      {error && (
        <p role="alert" className="text-danger">
          That didn’t work. Please try again.
        </p>
      )}
    </section>
  );
}

function Invite({ act, isPending, onClose }: Props) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  function send() {
    const given = GuestName.safeParse(name);
    setProblem(given.error?.issues[0]?.message);
    if (given.success) act({ action: 'invite', name: given.data });
  }
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <h2 className="text-[1.25rem]">Invite a guest</h2>
      <p>For an interpreter or a partner. The patient has to agree first.</p>
      <Field
        label="Guest’s name"
        hint="Everyone in the call sees it."
        maxLength={MAX_GUEST_NAME}
        value={name}
        error={problem}
        onChange={({ target }) => setName(target.value)}
      />
      <Acts>
        <CompactButton look="primary" type="submit" busy={isPending}>
          Create link
        </CompactButton>
        <CompactButton look="quiet" onClick={onClose}>
          Cancel
        </CompactButton>
      </Acts>
    </form>
  );
}

type WithGuest = Props & { guest: NonNullable<Props['guest']> };

function Invited({ guest, link, act, isPending, otherName }: WithGuest) {
  const [isCopied, setIsCopied] = useState(false);
  const { id, name, arrived, agreed, admitted } = guest;
  return (
    <>
      <h2 className="text-[1.25rem]">{name}</h2>
      {link && !arrived && (
        <div className="flex items-end gap-2">
          <Field
            label="Guest’s link"
            className="min-w-0 flex-1"
            readOnly
            value={link}
            onFocus={({ target }) => target.select()}
          />
          <CompactButton
            className="mb-2"
            onClick={() => void navigator.clipboard.writeText(link).then(() => setIsCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy link'}
          </CompactButton>
        </div>
      )}
      <p>{agreed ? `${otherName} agreed.` : `Waiting for ${otherName} to agree.`}</p>
      <p>{arrived ? `${name} is waiting to be let in.` : `Waiting for ${name} to open the link.`}</p>
      <Acts>
        {!admitted && (
          <Button disabled={!arrived} busy={isPending} onClick={() => act({ action: 'admit', id })}>
            Admit
          </Button>
        )}
        <CompactButton look="quiet" onClick={() => act({ action: 'remove', id })}>
          Remove guest
        </CompactButton>
      </Acts>
    </>
  );
}

function Asked({ guest: { id, name, agreed }, act, isPending, otherName }: WithGuest) {
  if (agreed)
    return (
      <>
        <p>{`You agreed. ${otherName} lets ${name} in next.`}</p>
        <Acts>
          <CompactButton look="quiet" onClick={() => act({ action: 'remove', id })}>
            Remove guest
          </CompactButton>
        </Acts>
      </>
    );
  return (
    <>
      <h2 className="text-[1.25rem]">{`${otherName} would like to invite ${name}`}</h2>
      <p>{`${name} will see and hear both of you. They hear nothing until you agree, and you can remove them at any time.`}</p>
      <Acts>
        <Button busy={isPending} onClick={() => act({ action: 'agree', id })}>
          Agree
        </Button>
        <CompactButton look="outline" onClick={() => act({ action: 'remove', id })}>
          Decline
        </CompactButton>
      </Acts>
    </>
  );
}

function OtherDevice({ guest: { id, name, agreed, admitted }, part, act, isPending, otherName }: WithGuest) {
  const isDecided = part === 'host' ? admitted : agreed;
  return (
    <>
      <h2 className="text-[1.25rem]">Another device</h2>
      <p>{`Someone opened ${name}’s link on another device. If you both agree, it takes ${name}’s place in the call.`}</p>
      {isDecided && <p>{`Waiting for ${otherName} to agree.`}</p>}
      <Acts>
        {!isDecided && (
          <Button busy={isPending} onClick={() => act({ action: part === 'host' ? 'admit' : 'agree', id })}>
            {part === 'host' ? 'Admit' : 'Agree'}
          </Button>
        )}
        <CompactButton look="outline" onClick={() => act({ action: 'remove', id })}>
          Decline
        </CompactButton>
      </Acts>
    </>
  );
}

const Acts = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
