/** What each choice is called, by the name under which it is kept. */
export const REMINDER_NAMES = {
  email_reminders: 'Email reminders before calls',
  text_reminders: 'Text reminders before calls',
} as const;
