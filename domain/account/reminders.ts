/** Each choice's label, by the name it is stored under. */
export const REMINDER_NAMES = {
  email_reminders: 'Email reminders before calls',
  text_reminders: 'Text reminders before calls',
  testing_reminders: 'Email when to start testing',
  applicator_reminders: 'Email on the days of your applicators',
  message_emails: 'Email when you have a new message',
  message_texts: 'Text when you have a new message',
} as const;
