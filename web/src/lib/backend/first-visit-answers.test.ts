import { afterEach, expect, test } from 'vitest';
import { emptyFirstVisit, takeFirstVisitAnswer, type FirstVisit } from './first-visit-answers.ts';

const url = 'https://clinic.example/rest/v1/customers';
const headers = (authorization = 'Bearer mine', more = {}) => new Headers({ authorization, ...more });
const asked = (firstVisit: FirstVisit) => Object.assign(window, { firstVisit });

afterEach(() => {
  delete (window as { firstVisit?: FirstVisit }).firstVisit;
});

test('a first-visit response is used once, by the same request of the same person', async () => {
  asked({
    ...emptyFirstVisit(),
    answers: new Map([[`Bearer mine */* ${url}`, [Promise.resolve(new Response('rows'))]]]),
  });
  expect(takeFirstVisitAnswer(url, headers('Bearer another'))).toBeUndefined();
  expect(takeFirstVisitAnswer(url, headers('Bearer mine', { accept: 'text/csv' }))).toBeUndefined();
  expect(takeFirstVisitAnswer(`${url}?select=id`, headers())).toBeUndefined();
  expect(await (await takeFirstVisitAnswer(url, headers()))?.text()).toBe('rows');
  expect(takeFirstVisitAnswer(url, headers())).toBeUndefined();
});

test('a response for two is read by both, in full, and by no one else', async () => {
  const answer = Promise.resolve(new Response('row'));
  asked({ ...emptyFirstVisit(), answers: new Map([[`Bearer mine */* ${url}`, [answer, answer]]]) });
  expect(await (await takeFirstVisitAnswer(url, headers()))?.text()).toBe('row');
  expect(await (await takeFirstVisitAnswer(url, headers()))?.text()).toBe('row');
  expect(takeFirstVisitAnswer(url, headers())).toBeUndefined();
});

test('if the first visit requested nothing, there is nothing to use', () => {
  expect(takeFirstVisitAnswer(url, headers())).toBeUndefined();
});
