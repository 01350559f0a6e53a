import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { PHONE_CODE_MINUTES, phoneNumberWords } from '@domain/account/phone-number.ts';
import { MINUTE } from '@domain/time/instant.ts';
import { PHONE_NUMBER } from '@domain/copy/phone-number.ts';
import { Button } from '@/components/action/button.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { toast } from '@/components/feedback/toast-store.ts';
import { Card } from '@/components/layout/card.tsx';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { clinicSays, mailTo } from '@/lib/clinic/clinic.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import { CodeStep } from './code-step.tsx';
import { NumberStep } from './number-step.tsx';
import { phoneQuery } from './queries.ts';

type Props = {
  userId: string;
  /** The clinic can send texts, so a text can confirm a number. */
  sendsTexts: boolean;
};

export function PhoneNumber({ userId, sendsTexts }: Props) {
  const { data: known, error, isLoading } = useQuery(phoneQuery(userId));
  useFailureLog(error, 'The phone number could not be read');
  return (
    <Card title={PHONE_NUMBER.title} intro={PHONE_NUMBER.about}>
      {isLoading && <LoadingBlock lines={1} />}
      {known && <p className="text-lead">{phoneNumberWords(known.phone) || PHONE_NUMBER.none}</p>}
      {known?.changedByTeam && <p className="mt-2 text-small">{PHONE_NUMBER.changedByTeam(sendsTexts)}</p>}
      {!isLoading && !known && <p className="text-soft">{PHONE_NUMBER.notLoaded}</p>}
      {known && sendsTexts && <Entry userId={userId} isKnown={known.phone !== ''} />}
      {known && !sendsTexts && (
        <p className="mt-2 text-small text-soft">
          {PHONE_NUMBER.elsewhere}{' '}
          <TextLink to={mailTo(clinicSays('supportEmail'), 'My phone number')}>{PHONE_NUMBER.write}</TextLink>
          .
        </p>
      )}
    </Card>
  );
}

type Step = { name: 'closed' } | { name: 'number' } | { name: 'code'; phone: string; isNew: boolean };

const SentCode = z.object({ phone: z.string(), sentAt: z.number() });
const isGood = ({ sentAt }: z.output<typeof SentCode>) => Date.now() - sentAt < PHONE_CODE_MINUTES * MINUTE;

/**
 * The code field is still there after a reload, because a phone may reload the page while the text is read.
 */
function Entry({ userId, isKnown }: { userId: string; isKnown: boolean }) {
  const client = useQueryClient();
  const draft = draftOf('phone-number', userId, SentCode);
  const [step, setStep] = useState<Step>(() => {
    const kept = draft.read();
    return kept && isGood(kept) ? { name: 'code', phone: kept.phone, isNew: false } : { name: 'closed' };
  });

  function sent(phone: string) {
    draft.keep({ phone, sentAt: Date.now() });
    setStep({ name: 'code', phone, isNew: true });
  }

  function close() {
    draft.forget();
    setStep({ name: 'closed' });
  }

  function done() {
    close();
    toast(PHONE_NUMBER.confirmed);
    // Reminders and consents offer texts once there is a number.
    for (const known of ['phone', 'reminders', 'has-number'])
      void client.invalidateQueries({ queryKey: [known, userId] });
  }

  switch (step.name) {
    case 'number':
      return <NumberStep onSent={sent} onCancel={close} />;
    case 'code':
      return (
        <CodeStep phone={step.phone} hasFocus={step.isNew} onSent={sent} onDone={done} onCancel={close} />
      );
    default:
      return (
        <Button look="outline" className="mt-4" onClick={() => setStep({ name: 'number' })}>
          {isKnown ? PHONE_NUMBER.change : PHONE_NUMBER.add}
        </Button>
      );
  }
}
