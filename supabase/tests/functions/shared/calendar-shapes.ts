/** Real-world calendars by the program that writes them, and when their owner in New York is busy from November 1 to 30, 2026. */
type Shape = { name: string; text: string; busy: string[]; skipped?: number };

const calendar = (body: string, head = 'PRODID:-//Example//EN\nVERSION:2.0') =>
  `BEGIN:VCALENDAR\n${head}\n${body.trim()}\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n');
const event = (lines: string) =>
  `BEGIN:VEVENT\nUID:one@example.com\nDTSTAMP:20261101T000000Z\nSUMMARY:Dentist, with Dr. Fox\n${lines}\nEND:VEVENT`;

const GOOGLE = `PRODID:-//Google Inc//Google Calendar 70.9054//EN
VERSION:2.0
CALSCALE:GREGORIAN
METHOD:PUBLISH
X-WR-CALNAME:noa@example.com
X-WR-TIMEZONE:America/New_York`;
const APPLE = `CALSCALE:GREGORIAN
PRODID:-//Apple Inc.//macOS 15.1//EN
VERSION:2.0
X-APPLE-CALENDAR-COLOR:#FF2D55`;
const OUTLOOK = `METHOD:PUBLISH
PRODID:Microsoft Exchange Server 2010
VERSION:2.0
X-WR-CALNAME:Calendar`;
const GOOGLE_ZONE = `BEGIN:VTIMEZONE
TZID:America/New_York
X-LIC-LOCATION:America/New_York
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
DTSTART:19700308T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
DTSTART:19701101T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE`;
const OUTLOOK_ZONE = `BEGIN:VTIMEZONE
TZID:Eastern Standard Time
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`;
const WEEKS = (...days: number[]) => days.map((day) => `11-${String(day).padStart(2, '0')} 14:00-15:00`);

/** Times are UTC: 'month-day from-until'. New York is five hours behind from November 1 on. */
export const SHAPES: Shape[] = [
  {
    name: 'Google: one event in UTC, with a folded description and an alarm',
    text: calendar(
      event(`DTSTART:20261118T150000Z
DTEND:20261118T160000Z
DESCRIPTION:Bring the card\\, the form and DTSTART:20261119T100000Z
  of the last visit
TRANSP:OPAQUE
BEGIN:VALARM
TRIGGER:-PT10M
ACTION:DISPLAY
DURATION:PT15M
END:VALARM`),
      GOOGLE,
    ),
    busy: ['11-18 15:00-16:00'],
  },
  {
    name: 'Google: every Wednesday at nine in New York',
    text: calendar(
      `${GOOGLE_ZONE}\n${event(`DTSTART;TZID=America/New_York:20261104T090000
DTEND;TZID=America/New_York:20261104T100000
RRULE:FREQ=WEEKLY;BYDAY=WE`)}`,
      GOOGLE,
    ),
    busy: WEEKS(4, 11, 18, 25),
  },
  {
    name: 'Google: the same, without two days',
    text: calendar(
      `${GOOGLE_ZONE}\n${event(`DTSTART;TZID=America/New_York:20261104T090000
DTEND;TZID=America/New_York:20261104T100000
RRULE:FREQ=WEEKLY;BYDAY=WE
EXDATE;TZID=America/New_York:20261111T090000
EXDATE;TZID=America/New_York:20261125T090000`)}`,
      GOOGLE,
    ),
    busy: WEEKS(4, 18),
  },
  {
    name: 'Google: one occurrence that was moved, and one that was canceled',
    text: calendar(
      `${GOOGLE_ZONE}\n${event(`DTSTART;TZID=America/New_York:20261104T090000
DTEND;TZID=America/New_York:20261104T100000
RRULE:FREQ=WEEKLY;UNTIL=20261126T045959Z;BYDAY=WE`)}
${event(`DTSTART;TZID=America/New_York:20261112T130000
DTEND;TZID=America/New_York:20261112T140000
RECURRENCE-ID;TZID=America/New_York:20261111T090000`)}
${event(`DTSTART;TZID=America/New_York:20261118T090000
DTEND;TZID=America/New_York:20261118T100000
RECURRENCE-ID;TZID=America/New_York:20261118T090000
STATUS:CANCELLED`)}`,
      GOOGLE,
    ),
    busy: ['11-04 14:00-15:00', '11-12 18:00-19:00', '11-25 14:00-15:00'],
  },
  {
    name: 'Google: a whole day that is free, and one that is busy',
    text: calendar(
      `${event('DTSTART;VALUE=DATE:20261118\nDTEND;VALUE=DATE:20261119\nTRANSP:TRANSPARENT')}
${event('DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261121\nTRANSP:OPAQUE')}`,
      GOOGLE,
    ),
    busy: ['11-20 05:00-29:00'],
  },
  {
    name: 'Google: free/busy only, where every title is ‘Busy’',
    text: calendar(
      'BEGIN:VEVENT\nDTSTART:20261118T150000Z\nDTEND:20261118T153000Z\nUID:a@google.com\nSUMMARY:Busy\nEND:VEVENT',
      GOOGLE,
    ),
    busy: ['11-18 15:00-15:30'],
  },
  {
    name: 'Outlook: a zone by its Windows name, defined in the file',
    text: calendar(
      `${OUTLOOK_ZONE}\n${event(`DTSTART;TZID=Eastern Standard Time:20261118T100000
DTEND;TZID=Eastern Standard Time:20261118T110000
X-MICROSOFT-CDO-BUSYSTATUS:BUSY`)}`,
      OUTLOOK,
    ),
    busy: ['11-18 15:00-16:00'],
  },
  {
    name: 'Outlook: a weekly meeting across the change of the clocks',
    text: calendar(
      `${OUTLOOK_ZONE}\n${event(`DTSTART;TZID=Eastern Standard Time:20261021T100000
DTEND;TZID=Eastern Standard Time:20261021T110000
RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=WE;WKST=SU`)}`,
      OUTLOOK,
    ),
    busy: ['11-04 15:00-16:00', '11-11 15:00-16:00', '11-18 15:00-16:00', '11-25 15:00-16:00'],
  },
  {
    name: 'Outlook: free, tentative and out of office',
    text: calendar(
      [
        ['16', 'FREE'],
        ['17', 'TENTATIVE'],
        ['18', 'OOF'],
      ]
        .map(([day, status]) =>
          event(
            `DTSTART:202611${day}T150000Z\nDTEND:202611${day}T160000Z\nX-MICROSOFT-CDO-BUSYSTATUS:${status}`,
          ),
        )
        .join('\n'),
      OUTLOOK,
    ),
    busy: ['11-17 15:00-16:00', '11-18 15:00-16:00'],
  },
  {
    name: 'Outlook: a quoted zone that no one defines is the owner’s',
    text: calendar(
      event(`DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20261118T100000
DTEND;TZID="(UTC-05:00) Eastern Time (US & Canada)":20261118T110000`),
      OUTLOOK,
    ),
    busy: ['11-18 15:00-16:00'],
  },
  {
    name: 'Exchange: published free/busy times',
    text: calendar(
      `BEGIN:VFREEBUSY
DTSTART:20261101T000000Z
DTEND:20261201T000000Z
FREEBUSY;FBTYPE=BUSY:20261118T150000Z/20261118T160000Z,20261119T150000Z/PT30M
FREEBUSY;FBTYPE=FREE:20261120T150000Z/20261120T160000Z
FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261121T150000Z/20261121T160000Z
END:VFREEBUSY`,
      OUTLOOK,
    ),
    busy: ['11-18 15:00-16:00', '11-19 15:00-15:30', '11-21 15:00-16:00'],
  },
  {
    name: 'Outlook: the third Thursday of each month',
    text: calendar(
      `${OUTLOOK_ZONE}\n${event(`DTSTART;TZID=Eastern Standard Time:20260115T100000
DTEND;TZID=Eastern Standard Time:20260115T110000
RRULE:FREQ=MONTHLY;BYDAY=3TH`)}`,
      OUTLOOK,
    ),
    busy: ['11-19 15:00-16:00'],
  },
  {
    name: 'Apple: an event in Los Angeles',
    text: calendar(
      event(`DTSTART;TZID=America/Los_Angeles:20261118T090000
DTEND;TZID=America/Los_Angeles:20261118T100000
X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC`),
      APPLE,
    ),
    busy: ['11-18 17:00-18:00'],
  },
  {
    name: 'Apple: a length instead of an end',
    text: calendar(event('DTSTART:20261118T150000Z\nDURATION:PT1H30M'), APPLE),
    busy: ['11-18 15:00-16:30'],
  },
  {
    name: 'Apple: three days of vacation',
    text: calendar(event('DTSTART;VALUE=DATE:20261118\nDTEND;VALUE=DATE:20261121'), APPLE),
    busy: ['11-18 05:00-77:00'],
  },
  {
    name: 'Apple: a birthday each year, which has no end and blocks its day',
    text: calendar(event('DTSTART;VALUE=DATE:19880918\nRRULE:FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=18'), APPLE),
    busy: ['11-18 05:00-29:00'],
  },
  {
    name: 'Apple: a floating time is by the owner’s clock',
    text: calendar(event('DTSTART:20261118T100000\nDTEND:20261118T110000'), APPLE),
    busy: ['11-18 15:00-16:00'],
  },
  {
    name: 'Apple: every other day, ten times',
    text: calendar(
      event(`DTSTART;TZID=America/New_York:20261101T080000
DTEND;TZID=America/New_York:20261101T083000
RRULE:FREQ=DAILY;INTERVAL=2;COUNT=3`),
      APPLE,
    ),
    busy: ['11-01 13:00-13:30', '11-03 13:00-13:30', '11-05 13:00-13:30'],
  },
  {
    name: 'Evolution: a zone with a prefix',
    text: calendar(
      event(`DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20261118T100000
DTEND;TZID=/freeassociation.sourceforge.net/America/New_York:20261118T110000`),
    ),
    busy: ['11-18 15:00-16:00'],
  },
  {
    name: 'Nextcloud: extra dates',
    text: calendar(
      event(`DTSTART;TZID=America/New_York:20261104T090000
DTEND;TZID=America/New_York:20261104T100000
RDATE;TZID=America/New_York:20261111T090000,20261118T090000`),
    ),
    busy: WEEKS(4, 11, 18),
  },
  {
    name: 'Fastmail: a canceled event',
    text: calendar(event('DTSTART:20261118T150000Z\nDTEND:20261118T160000Z\nSTATUS:CANCELLED')),
    busy: [],
  },
  {
    name: 'Fastmail: a tentative event',
    text: calendar(event('DTSTART:20261118T150000Z\nDTEND:20261118T160000Z\nSTATUS:TENTATIVE')),
    busy: ['11-18 15:00-16:00'],
  },
  { name: 'an empty calendar', text: calendar('', GOOGLE), busy: [] },
  {
    name: 'only tasks and notes',
    text: calendar(
      'BEGIN:VTODO\nUID:t\nDTSTART:20261118T150000Z\nEND:VTODO\nBEGIN:VJOURNAL\nUID:j\nEND:VJOURNAL',
    ),
    busy: [],
  },
  {
    name: 'events that overlap and touch are one',
    text: calendar(
      ['150000Z/160000Z', '153000Z/170000Z', '170000Z/173000Z']
        .map((times) => times.split('/'))
        .map(([from, until]) => event(`DTSTART:20261118T${from}\nDTEND:20261118T${until}`))
        .join('\n'),
    ),
    busy: ['11-18 15:00-17:30'],
  },
  {
    name: 'two calendars in one file, with a byte order mark and line feeds only',
    text: `\uFEFF${[18, 19]
      .map((day) => calendar(event(`DTSTART:202611${day}T150000Z\nDTEND:202611${day}T160000Z`)))
      .join('')
      .replaceAll('\r\n', '\n')}`,
    busy: ['11-18 15:00-16:00', '11-19 15:00-16:00'],
  },
  {
    name: 'lines that are no lines, in the middle of an event',
    text: calendar(
      event('this is not a line\nDTSTART:20261118T150000Z\nX-BROKEN\n;;;\nDTEND:20261118T160000Z'),
    ),
    busy: ['11-18 15:00-16:00'],
  },
  {
    name: 'an event without a start, and one with a start that is none, next to a good one',
    text: calendar(
      `${event('DTEND:20261118T160000Z')}
${event('DTSTART:tomorrow\nDTEND:20261118T160000Z')}
${event('DTSTART:20261118T150000Z\nDTEND:20261118T160000Z')}`,
    ),
    busy: ['11-18 15:00-16:00'],
    skipped: 2,
  },
  {
    name: 'a rule for every second, next to a good event',
    text: calendar(
      `${event('DTSTART:20200101T000000Z\nDTEND:20200101T000001Z\nRRULE:FREQ=SECONDLY')}
${event('DTSTART:20261118T150000Z\nDTEND:20261118T160000Z')}`,
    ),
    busy: ['11-18 15:00-16:00'],
    skipped: 1,
  },
  {
    name: 'events that take no time, or end before they begin',
    text: calendar(
      `${event('DTSTART:20261118T150000Z\nDTEND:20261118T150000Z')}
${event('DTSTART:20261118T150000Z\nDTEND:20261118T140000Z')}
${event('DTSTART:20261118T150000Z')}`,
    ),
    busy: [],
  },
  {
    name: 'the hour that New York’s clocks show twice',
    text: calendar(
      event(`DTSTART;TZID=America/New_York:20261101T013000
DTEND;TZID=America/New_York:20261101T023000`),
    ),
    busy: ['11-01 05:30-07:30'],
  },
  {
    name: 'a last day without a time',
    text: calendar(
      event(`DTSTART;TZID=America/New_York:20261104T090000
DTEND;TZID=America/New_York:20261104T100000
RRULE:FREQ=WEEKLY;UNTIL=20261118`),
    ),
    busy: WEEKS(4, 11, 18),
  },
  {
    name: 'a last moment in UTC, in the evening of the last day',
    text: calendar(
      event(`DTSTART;TZID=America/New_York:20261104T210000
DTEND;TZID=America/New_York:20261104T220000
RRULE:FREQ=WEEKLY;UNTIL=20261112T020000Z`),
    ),
    busy: ['11-05 02:00-03:00', '11-12 02:00-03:00'],
  },
];
