/** What each choice is called, by the name under which it is kept. */
export const REMINDER_NAMES = {
  email_reminders: 'Email reminders before calls',
  text_reminders: 'Text reminders before calls',
  testing_reminders: 'Email when to start testing',
  applicator_reminders: 'Email on the days of your applicators',
  message_mails: 'Email when you have a new message',
  message_texts: 'Text when you have a new message',
} as const;
