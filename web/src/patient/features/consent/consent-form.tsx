import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { Consents } from '@domain/onboarding/consent.ts';
import { focusFirstError } from '@/components/form/focus-first-error.ts';
import { Button } from '@/components/action/button.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { draftOf } from '@/lib/entries/drafts.ts';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { ConsentBoxes, type Choices } from './consent-boxes.tsx';
import { consentsQuery, hasNumberQuery, useSaveConsents } from './queries.ts';

const Draft = z.object({
  privacy_policy_accepted: z.boolean(),
  data_usage_consent: z.boolean(),
  research_consent: z.boolean(),
  sms_consent: z.boolean(),
});
const NONE: Choices = {
  privacy_policy_accepted: false,
  data_usage_consent: false,
  research_consent: false,
  sms_consent: false,
};

type Props = {
  userId: string;
  /** The clinic can send texts. */
  sendsTexts: boolean;
  /** Nothing was saved before, so a half-filled form is kept. Later, the saved choices count. */
  isFirst: boolean;
  onSaved: () => void;
  /** Shown below the form once it has loaded. */
  children?: ReactNode;
};

/** The choices, starting from the saved ones if there are any. */
export function ConsentForm({ userId, sendsTexts, isFirst, onSaved, children }: Props) {
  const draft = draftOf('consent', userId, Draft);
  const saved = useQuery(consentsQuery(userId));
  const number = useQuery(hasNumberQuery(userId));
  useFailureLog(saved.error ?? number.error, 'The saved consents could not be read');
  const [edited, setEdited] = useState(() => (isFirst ? draft.read() : null));
  const [tried, setTried] = useState(false);
  const save = useSaveConsents(userId);
  if (saved.isLoading || number.isLoading) return <LoadingBlock lines={4} className="mt-8" />;

  // Until someone edits it, the form follows the saved choices, even if another tab changes them.
  const choices = edited ?? saved.data ?? NONE;
  const checked = Consents.safeParse(choices);

  function choose(name: keyof Consents, given: boolean) {
    const next = { ...choices, [name]: given };
    setEdited(next);
    if (isFirst) draft.keep(next);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    flushSync(() => setTried(true));
    if (!checked.success) return focusFirstError(event.currentTarget);
    save.mutate(checked.data, {
      onSuccess: () => {
        draft.forget();
        onSaved();
      },
    });
  }

  return (
    <>
      <form onSubmit={submit} noValidate className="mt-8">
        <ConsentBoxes
          choices={choices}
          onChoose={choose}
          problems={tried ? problemsOf(checked.error) : {}}
          hasNumber={number.data}
          asksForTexts={sendsTexts || saved.data?.sms_consent === true}
        />
        <Button type="submit" busy={save.isPending} className="mt-8 w-full sm:w-auto sm:min-w-64">
          Accept and Continue
        </Button>
      </form>
      {children}
    </>
  );
}

function problemsOf(error: z.core.$ZodError | undefined): Partial<Record<keyof Consents, string>> {
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]));
}
