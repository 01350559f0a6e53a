import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { Consents } from '@domain/onboarding/consent.ts';
import { Card } from '@/components/layout/card.tsx';
import { Disclosure } from '@/components/layout/disclosure.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Switch } from '@/components/form/switch.tsx';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { ConsentHistory } from './consent-history.tsx';
import { CONSENT_NAMES, SMS_WARNING } from '@domain/onboarding/consent-words.ts';
import { WithdrawConsent } from './withdraw-consent.tsx';
import { consentHistoryQuery, consentsQuery, hasNumberQuery, useSaveConsents } from './queries.ts';

type Props = { userId: string; sendsTexts: boolean; onWithdrawn: () => void };

/** Shown on My Account: the patient's consents, how to withdraw them, and every change so far. */
export function ConsentSettings({ userId, sendsTexts, onWithdrawn }: Props) {
  const { data: consents, error, isLoading } = useQuery(consentsQuery(userId));
  const history = useQuery(consentHistoryQuery(userId));
  useFailureLog(error ?? history.error, 'The consents could not be read');
  return (
    <Card title="Privacy and consents" intro="You can change your mind at any time.">
      {isLoading && <LoadingBlock lines={3} />}
      {consents && <Choices {...{ userId, sendsTexts, onWithdrawn, consents }} />}
      {!isLoading && !consents && (
        <p className="text-soft">We can’t show your consents right now. Please try again later.</p>
      )}
      <div className="mt-4 border-t border-line">
        <Disclosure look="plain" title="Change history">
          <ConsentHistory changes={history.data ?? []} />
        </Disclosure>
      </div>
    </Card>
  );
}

function Choices({ userId, sendsTexts, onWithdrawn, consents }: Props & { consents: Consents }) {
  const { mutate, isPending, variables } = useSaveConsents(userId);
  const { data: hasNumber, error } = useQuery(hasNumberQuery(userId));
  useFailureLog(error, 'The phone number could not be read');
  // The switch moves right away, and back if the server refuses.
  const shown = isPending ? variables : consents;
  const optional = (name: 'research_consent' | 'sms_consent', help?: string) => (
    <Switch
      label={CONSENT_NAMES[name]}
      {...(help && { help })}
      checked={shown[name]}
      disabled={isPending}
      onChange={(given) => mutate({ ...consents, [name]: given })}
    />
  );
  return (
    <>
      <ul className="space-y-2">
        <Given>
          {CONSENT_NAMES.privacy_policy_accepted} (
          <TextLink to={externalLink('privacyPolicy')} newTab>
            read it
          </TextLink>
          )
        </Given>
        <Given>{CONSENT_NAMES.data_usage_consent}</Given>
      </ul>
      <p className="mt-2 text-small text-soft">We can’t treat you without these two.</p>
      <WithdrawConsent onWithdrawn={onWithdrawn} />
      <div className="mt-5 space-y-4 border-t border-line pt-4">
        {optional('research_consent')}
        {/* Without a number or a way to send texts, there is nothing to agree to. An existing consent can still be withdrawn. */}
        {((hasNumber && sendsTexts) || consents.sms_consent) && optional('sms_consent', SMS_WARNING)}
      </div>
    </>
  );
}

function Given({ children }: { children: React.ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Check aria-hidden="true" strokeWidth={2} className="mt-0.5 size-5 shrink-0 text-sage" />
      <p>{children}</p>
    </li>
  );
}
