import { expect, test } from 'vitest';
import { Collection, type Article } from '../contracts/patient/get-blog-posts.ts';
import { instantFromIso } from '../time/instant.ts';
import { learn, recordings, upcomingEvent } from './content.ts';

const now = instantFromIso('2026-11-18T10:30:00Z');

const article = (id: string, date?: string): Article => ({
  id,
  title: id,
  description: '',
  image: null,
  link: `/guides/${id}`,
  event: date === undefined ? null : { date },
});
const collection = (handle: string, articles: Article[]): Collection => ({
  handle,
  title: handle,
  url: `/${handle}`,
  articles,
});
const ids = (articles: Article[]) => articles.map(({ id }) => id);

const events = [
  article('last-month', '2026-10-18T18:00:00Z'),
  article('in-two-weeks', '2026-12-02T18:00:00+00:00'),
  article('undated'),
  article('this-evening', '2026-11-18T18:00:00+05:00'),
  article('a-minute-ago', '2026-11-18T10:29:00Z'),
];

test('the upcoming event is the next one in the future', () => {
  expect(upcomingEvent(events, now)?.id).toBe('this-evening');
  expect(upcomingEvent(events, instantFromIso('2026-11-18T13:00:00Z'))?.id).toBe('in-two-weeks');
  expect(upcomingEvent(events, instantFromIso('2027-01-01T00:00:00Z'))).toBeNull();
  expect(upcomingEvent([], now)).toBeNull();
});

test('recordings are events that are over or have no date, newest first', () => {
  expect(ids(recordings(events, now))).toEqual(['a-minute-ago', 'last-month', 'undated']);
});

test('an event that was only given a day counts from the start of that day', () => {
  expect(ids(recordings([article('today', '2026-11-18'), article('tomorrow', '2026-11-19')], now))).toEqual([
    'today',
  ]);
});

test('at most six recordings are shown, and undated ones keep their order', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => article(id));
  expect(ids(recordings(many, now))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('every other collection shows its first three articles, in the given order', () => {
  const advice = collection(
    'advice',
    ['a', 'b', 'c', 'd'].map((id) => article(id)),
  );
  const shown = learn([advice, collection('events', events), collection('empty', [])], now);
  expect(shown.collections.map(({ handle, articles }) => [handle, ids(articles)])).toEqual([
    ['advice', ['a', 'b', 'c']],
    ['empty', []],
  ]);
  expect(shown.events?.url).toBe('/events');
  expect(shown.upcomingEvent?.id).toBe('this-evening');
  expect(ids(shown.recordings)).toEqual(['a-minute-ago', 'last-month', 'undated']);
  expect(learn([advice], now)).toMatchObject({ events: null, upcomingEvent: null, recordings: [] });
});

test('an article without a picture or date is read as one', () => {
  const { image, event, ...rest } = article('plain');
  const read = Collection.parse({ handle: 'advice', title: 'Advice', url: '/advice', articles: [rest] });
  expect(read.articles).toEqual([{ ...rest, image, event }]);
});
