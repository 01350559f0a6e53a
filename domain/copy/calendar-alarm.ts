/** An alarm in the patient's own calendar, which others may see: nothing in it says what it is for. */
export const CALENDAR_ALARM = {
  button: 'Add an alarm to my calendar',
  hint: 'It only says ‘Reminder.’ It goes off 15 minutes before, and again on time.',
  title: 'Reminder',
  file: 'reminder.ics',
};
