import { useQuery } from '@tanstack/react-query';
import { REMINDER_NAMES } from '@domain/account/reminders.ts';
import { Card } from '@/components/layout/card.tsx';
import { LoadingBlock } from '@/components/feedback/skeleton.tsx';
import { Switch } from '@/components/form/switch.tsx';
import { useFailureLog } from '@/lib/backend/use-failure-toast.ts';
import { remindersQuery, useSaveReminders, type Reminders } from './queries.ts';

type Props = {
  userId: string;
  /** The clinic can send them. */
  sendsTexts: boolean;
  /** The patient has consented to texts, which another page asks for. */
  textsAllowed: boolean;
  /** Outside treatment nothing mentions tests and applicators. Undefined while unknown. */
  isInTreatment: boolean | undefined;
};

/** Shown on My Account: the subjects and channels of reminders. */
export function ReminderChoices({ userId, sendsTexts, textsAllowed, isInTreatment }: Props) {
  const { data: reminders, error, isLoading: isAsked } = useQuery(remindersQuery(userId));
  const isLoading = isAsked || isInTreatment === undefined;
  useFailureLog(error, 'The reminder choices could not be read');
  return (
    <Card title="Reminders" intro="We’ll always tell you when a call is booked, moved or canceled.">
      {isLoading && <LoadingBlock lines={2} />}
      {reminders && !isLoading && (
        <Choices {...{ userId, reminders, sendsTexts, textsAllowed, isInTreatment }} />
      )}
      {!isLoading && !reminders && (
        <p className="text-soft">We can’t show your choices right now. Please try again later.</p>
      )}
    </Card>
  );
}

function Choices({
  userId,
  reminders,
  sendsTexts,
  textsAllowed,
  isInTreatment,
}: Props & { reminders: Reminders }) {
  const { mutate, isPending, variables } = useSaveReminders(userId);
  // The switch moves right away, and back if the server refuses.
  const shown = isPending ? variables : reminders;
  return (
    <div className="space-y-4">
      <Switch
        label={REMINDER_NAMES.email_reminders}
        help="A day before, and 15 minutes before."
        checked={shown.byEmail}
        disabled={isPending}
        onChange={(byEmail) => mutate({ ...reminders, byEmail })}
      />
      {sendsTexts && reminders.hasNumber && (
        <Switch
          label={REMINDER_NAMES.text_reminders}
          help={
            textsAllowed
              ? 'At the same times, to the number we have for you.'
              : 'First agree to text messages, under Privacy and consents.'
          }
          checked={textsAllowed && shown.byText}
          disabled={isPending || !textsAllowed}
          onChange={(byText) => mutate({ ...reminders, byText })}
        />
      )}
      {sendsTexts && !reminders.hasNumber && (
        <p className="text-small text-soft">
          We don’t have a phone number for you, so we can’t send texts. You can add one under Phone number.
        </p>
      )}
      <Switch
        label={REMINDER_NAMES.message_emails}
        help="Only when the portal isn’t open, and at most once an hour. It doesn’t say what was written."
        checked={shown.ofMessagesByEmail}
        disabled={isPending}
        onChange={(ofMessagesByEmail) => mutate({ ...reminders, ofMessagesByEmail })}
      />
      {sendsTexts && reminders.hasNumber && (
        <Switch
          label={REMINDER_NAMES.message_texts}
          help="At the same times, to the number we have for you."
          checked={shown.ofMessagesByText}
          disabled={isPending}
          onChange={(ofMessagesByText) => mutate({ ...reminders, ofMessagesByText })}
        />
      )}
      {isInTreatment && (
        <>
          <Switch
            label={REMINDER_NAMES.testing_reminders}
            help="In the morning, during treatment, when we can tell the day. The email doesn’t say what it’s about."
            checked={shown.ofTesting}
            disabled={isPending}
            onChange={(ofTesting) => mutate({ ...reminders, ofTesting })}
          />
          <Switch
            label={REMINDER_NAMES.applicator_reminders}
            help="In the morning, on your peak day and the day after."
            checked={shown.ofApplicators}
            disabled={isPending}
            onChange={(ofApplicators) => mutate({ ...reminders, ofApplicators })}
          />
        </>
      )}
    </div>
  );
}
