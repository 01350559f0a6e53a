import ICAL from 'ical.js';

/** What a calendar program reads from an ICS file with one call. */
export function readCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const details = calendar.getFirstSubcomponent('vevent')!;
  const event = new ICAL.Event(details);
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    status: details.getFirstPropertyValue('status'),
    startsAt: event.startDate.toJSDate().getTime(),
    endsAt: event.endDate.toJSDate().getTime(),
    organizer: event.organizer,
    attendees: event.attendees.map((attendee) => attendee.getFirstValue()),
  };
}
