import type { Article, Collection } from '../contracts/patient/get-blog-posts.ts';
import { startOf } from '../contracts/fields/iso.ts';
import type { Instant } from '../time/instant.ts';

const EVENTS = 'events';
const MAX_RECORDINGS = 6;
const MAX_ARTICLES = 3;

/** What the Learn page shows. */
export type Learn = {
  events: Collection | null;
  upcomingEvent: Article | null;
  recordings: Article[];
  collections: Collection[];
};

export function learn(collections: readonly Collection[], now: Instant): Learn {
  const events = collections.find(({ handle }) => handle === EVENTS) ?? null;
  const others = collections.filter(({ handle }) => handle !== EVENTS);
  return {
    events,
    upcomingEvent: upcomingEvent(events?.articles ?? [], now),
    recordings: recordings(events?.articles ?? [], now),
    collections: others.map(firstArticles),
  };
}

const firstArticles = ({ handle, title, url, articles }: Collection): Collection => ({
  handle,
  title,
  url,
  articles: articles.slice(0, MAX_ARTICLES),
});

/** The next event. */
export function upcomingEvent(events: readonly Article[], now: Instant): Article | null {
  return newestFirst(events).findLast((event) => isToCome(event, now)) ?? null;
}

/** Events that are over or never had a date, newest first. */
export function recordings(events: readonly Article[], now: Instant): Article[] {
  return newestFirst(events)
    .filter((event) => !isToCome(event, now))
    .slice(0, MAX_RECORDINGS);
}

const isToCome = (event: Article, now: Instant) => dateOf(event) > now;

// An event without a date cannot be called new, so it comes after those with one.
const newestFirst = (events: readonly Article[]) =>
  events.toSorted((one, other) => (dateOf(one) === dateOf(other) ? 0 : dateOf(other) - dateOf(one)));

const dateOf = ({ event }: Article): Instant => (event ? startOf(event.date) : Number.NEGATIVE_INFINITY);
