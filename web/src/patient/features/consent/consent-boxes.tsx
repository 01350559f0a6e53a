import type { ReactNode } from 'react';
import type { Consents } from '@domain/onboarding/consent.ts';
import { Checkbox } from '@/components/form/checkbox.tsx';
import { TextLink } from '@/components/action/link-button.tsx';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { SMS_WARNING } from '@domain/onboarding/consent-words.ts';

export type Choices = Record<keyof Consents, boolean>;
type Name = keyof Consents;
type Props = {
  choices: Choices;
  onChoose: (name: Name, given: boolean) => void;
  problems: Partial<Record<Name, string>>;
  /** Undefined while unknown. */
  hasNumber: boolean | undefined;
  /** If texts can't be sent, no one is asked about them, unless there is a consent to withdraw. */
  asksForTexts: boolean;
};

const NO_NUMBER = 'We don’t have your phone number yet. Texts start once you give us one.';

/** Two required consents, then the optional ones. */
export function ConsentBoxes({ choices, onChoose, problems, hasNumber, asksForTexts }: Props) {
  const box = (name: Name, label: ReactNode, detail: string) => (
    <Checkbox
      label={label}
      detail={detail}
      checked={choices[name]}
      error={problems[name]}
      onChange={(event) => onChoose(name, event.target.checked)}
    />
  );
  return (
    <>
      <Part title="Required">
        {box(
          'privacy_policy_accepted',
          <>
            I have read and accept the{' '}
            <TextLink to={externalLink('privacyPolicy')} newTab>
              Privacy Policy
            </TextLink>
          </>,
          'It explains what we keep, why, who can see it, and for how long.',
        )}
        {box(
          'data_usage_consent',
          'I agree to the clinical use of stored transcripts of my coaching sessions and emails',
          'They help your clinician and coach understand your history and care for you safely.',
        )}
      </Part>
      <Part title="Optional">
        {box(
          'research_consent',
          'I agree to share my medical summaries with other healthcare providers as part of my care plan',
          'For example, with a doctor who is also treating you.',
        )}
        {asksForTexts &&
          box(
            'sms_consent',
            'I would like text messages about my appointments and next steps',
            hasNumber === false ? `${SMS_WARNING} ${NO_NUMBER}` : SMS_WARNING,
          )}
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="not-first:mt-8">
      <h2 className="caption mb-3 font-sans">{title}</h2>
      <div className="grid gap-3">{children}</div>
    </section>
  );
}
