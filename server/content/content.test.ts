import { expect, test } from 'vitest';
import { readContent } from './read-content.ts';

const collections = await readContent();
const articles = collections.flatMap((collection) => collection.articles);
const words = (text: string) => text.split(/\s+/).length;

test('there are five collections with three articles or more each, and three events, one of them to come', () => {
  const sizes = collections.map(({ handle, articles: inside }) => [handle, inside.length] as const);
  expect(sizes.filter(([handle, size]) => handle !== 'events' && size >= 3)).toHaveLength(5);
  const events = articles.flatMap(({ demoEvent }) => demoEvent ?? []);
  expect(events).toHaveLength(3);
  expect(events.filter((days) => days > 0)).toHaveLength(1);
});

test('every title is unique, and every article has a readable length', () => {
  expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
  for (const { id, body } of articles) {
    expect(words(body), id).toBeGreaterThanOrEqual(250);
    expect(words(body), id).toBeLessThanOrEqual(500);
  }
});

test('no two articles of a collection were updated on the same day, so that their order is clear', () => {
  for (const { handle, articles: inside } of collections) {
    expect(new Set(inside.map(({ updated }) => updated)).size, handle).toBe(inside.length);
  }
});

test('nothing makes promises, blames or states an unapproved number', () => {
  // 988 is a phone number, not a measurement.
  const approved = /^(988|2|3|4|5|6|7|8|10|12|21|24|30|36|37|20|400|0\.5)$/;
  /** 20, 37 and 0.5 °C. */
  const inFahrenheit = /\b(68|99|0\.9) °F/g;
  for (const { id, title, description, body } of articles) {
    const text = [title, description, body].join('\n');
    expect(text, id).not.toMatch(
      /failed|failure|guarantee|%|percent|success|normal|longer is better|confetti|can be trusted|most people|often help/i,
    );
    const numbers =
      text
        .replace(inFahrenheit, '')
        .replace(/^\d+\. /gm, '')
        .match(/\d+(\.\d+)?/g) ?? [];
    expect(
      numbers.filter((number) => !approved.test(number)),
      id,
    ).toEqual([]);
  }
});

test('a link inside an article leads to a page of the portal', () => {
  for (const { id, body } of articles) expect(body, id).not.toMatch(/https?:|\]\((?!\/)/);
});
