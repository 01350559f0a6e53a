import { expect, test } from 'vitest';
import { instantFromIso } from '../time/instant.ts';
import { calendarFeed } from './calendar-feed.ts';

const CALL = {
  id: '3f1c2c64-98a4-4a5e-9f0e-1d2f3a4b5c6d',
  startsAt: instantFromIso('2026-11-18T15:30:00Z'),
  endsAt: instantFromIso('2026-11-18T16:00:00Z'),
  sequence: 2,
};
const NOW = instantFromIso('2026-11-15T08:09:10Z');
const feed = (calls = [CALL]) => calendarFeed(calls, 'https://portal.example.com/home', NOW);

test('a feed has the time of each call, but no names and no call types', () => {
  expect(feed().split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bea//Patient portal//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Béa calls',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    'UID:3f1c2c64-98a4-4a5e-9f0e-1d2f3a4b5c6d-feed',
    'SEQUENCE:2',
    'DTSTAMP:20261115T080910Z',
    'DTSTART:20261118T153000Z',
    'DTEND:20261118T160000Z',
    'SUMMARY:Béa call',
    'URL:https://portal.example.com/home',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a feed without calls is still a valid calendar', () => {
  expect(feed([]).match(/BEGIN:\w+|END:\w+/g)).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
});
