import { useState, type ReactNode } from 'react';
import { phoneNumberWords } from '@domain/account/phone-number.ts';
import { IDENTITY_CARD } from './words.ts';
import { longDay } from '@domain/time/words.ts';
import { Button } from '@/components/action/button.tsx';
import { LinkButton } from '@/components/action/link-button.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Card } from '@/components/layout/card.tsx';
import { identityDraft, IdentityForm } from './identity-form.tsx';
import { useSaveIdentity, type OwnIdentity } from './queries.ts';

/** The patient's name for the care team, and how to reach them. */
export function IdentityCard({ userId, identity }: { userId: string; identity: OwnIdentity }) {
  const draft = identityDraft(userId);
  const [isOpen, setIsOpen] = useState(() => draft.read() !== null);
  const { mutate, isPending } = useSaveIdentity(userId);
  const { preferredName, pronouns, birthDate, phone, email } = identity;
  function close() {
    draft.forget();
    setIsOpen(false);
  }
  if (isOpen) {
    return (
      <Card title={IDENTITY_CARD.title} intro={IDENTITY_CARD.intro}>
        <IdentityForm
          draft={draft}
          identity={identity}
          busy={isPending}
          onCancel={close}
          onSave={(change) =>
            mutate(change, {
              onSuccess: () => {
                close();
                toast({ title: IDENTITY_CARD.saved });
              },
            })
          }
        />
      </Card>
    );
  }
  return (
    <Card
      title={IDENTITY_CARD.title}
      intro={IDENTITY_CARD.intro}
      action={
        <Button look="outline" aria-label={IDENTITY_CARD.editName} onClick={() => setIsOpen(true)}>
          {IDENTITY_CARD.edit}
        </Button>
      }
    >
      <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <Fact name={IDENTITY_CARD.fields.preferredName}>{preferredName}</Fact>
        <Fact name={IDENTITY_CARD.fields.pronouns}>{pronouns}</Fact>
        <Fact name={IDENTITY_CARD.fields.birthDate}>{birthDate && longDay(birthDate)}</Fact>
        <Fact name={IDENTITY_CARD.fields.phone}>{phone && phoneNumberWords(phone)}</Fact>
        <Fact name={IDENTITY_CARD.fields.email}>{email}</Fact>
      </dl>
      <LinkButton to="/account" look="outline" className="mt-6">
        {IDENTITY_CARD.account}
      </LinkButton>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-small text-soft">{name}</dt>
    <dd className="mt-0.5 font-medium wrap-anywhere">{children || '–'}</dd>
  </div>
);
