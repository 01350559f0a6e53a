import { expect, test } from 'vitest';
import { ruleFor } from './rules.ts';

const PORTAL = 'https://portal.example.com';
const rule = (path: string, { method = 'GET', mode = 'cors' } = {}) =>
  ruleFor({ method, mode, url: new URL(path, PORTAL).href }, PORTAL);

test.each([
  '/auth/v1/user',
  '/auth/v1/token?grant_type=refresh_token',
  '/rest/v1/customers?select=*',
  '/functions/v1/fetch-medical-notes',
  '/storage/v1/object/x.pdf',
  '/realtime/v1/websocket',
  '/dev/mailbox',
  '/health',
  '/team',
  '/team/sign-in',
])('%s is never cached, not even when someone opens it as a page', (path) => {
  expect(rule(path)).toBe('leave');
  expect(rule(path, { mode: 'navigate' })).toBe('leave');
});

test('only reads are cached, and only from the portal itself', () => {
  expect(rule('/assets/index-abc.js', { method: 'POST' })).toBe('leave');
  expect(rule('https://elsewhere.example.com/assets/index-abc.js')).toBe('leave');
});

test('hashed files are served from the cache; settings and pictures are requested again', () => {
  expect(rule('/assets/index-abc.js')).toBe('file');
  expect(rule('/config.json')).toBe('latest');
  expect(rule('/icons/icon-192.png')).toBe('latest');
});

test('videos are requested in parts, and never cached', () => {
  expect(rule('/video/welcome.mp4', { mode: 'no-cors' })).toBe('leave');
});

test('the portal’s pages are pages, including /auth and a path that does not exist', () => {
  for (const path of ['/', '/auth', '/home', '/developers', '/teams', '/no/such/page'])
    expect(rule(path, { mode: 'navigate' })).toBe('page');
  expect(rule('/home')).toBe('leave');
});
