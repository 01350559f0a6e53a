import { afterEach, expect, test } from 'vitest';
import { takeEarly, type Early } from './early-answers.ts';

const url = 'https://clinic.example/rest/v1/customers';
const headers = (authorization = 'Bearer mine', more = {}) => new Headers({ authorization, ...more });
const asked = (early: Early) => Object.assign(window, { early });

afterEach(() => {
  delete (window as { early?: Early }).early;
});

test('an early answer is taken once, by the same question of the same person', async () => {
  asked({
    config: null,
    plan: null,
    hasFailed: false,
    answers: new Map([[`Bearer mine */* ${url}`, Promise.resolve(new Response('rows'))]]),
  });
  expect(takeEarly(url, headers('Bearer another'))).toBeUndefined();
  expect(takeEarly(url, headers('Bearer mine', { accept: 'text/csv' }))).toBeUndefined();
  expect(takeEarly(`${url}?select=id`, headers())).toBeUndefined();
  expect(await (await takeEarly(url, headers()))?.text()).toBe('rows');
  expect(takeEarly(url, headers())).toBeUndefined();
});

test('where nothing was asked early there is nothing to take', () => {
  expect(takeEarly(url, headers())).toBeUndefined();
});
