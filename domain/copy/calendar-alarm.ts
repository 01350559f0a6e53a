/** An alarm in the patient's own calendar, which others may see: nothing in it says what it is for. */
export const CALENDAR_ALARM = {
  button: 'Add an alarm to my calendar',
  hint: 'It says no more than ‘Reminder’. It rings 15 minutes before the time and at the time.',
  title: 'Reminder',
  file: 'reminder.ics',
};
