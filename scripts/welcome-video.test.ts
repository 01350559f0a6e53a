import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COACH_WELCOME } from '../domain/copy/coach-welcome.ts';
import { FILM_SECONDS, filmFingerprint } from './welcome-video/film-page.ts';

const LARGEST = 1_500_000;
const LARGEST_POSTER = 60_000;

const read = (name: string) => readFile(join(import.meta.dirname, '../web/public/video', name));

test.each(['welcome.mp4', 'welcome.webm'])(
  '%s is small, silent and made from today’s words',
  async (name) => {
    const file = await read(name);
    expect(file.length).toBeLessThanOrEqual(LARGEST);
    for (const sound of ['mp4a', 'A_OPUS', 'A_VORBIS']) expect(file.includes(sound), sound).toBe(false);
    expect(file.includes(await filmFingerprint()), 'run npm run welcome-video (it needs ffmpeg)').toBe(true);
  },
);

test('iPhones play it: H.264, with the index before the pictures', async () => {
  const file = await read('welcome.mp4');
  expect(file.includes('avc1')).toBe(true);
  expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
});

test('the poster is small, and the label says how long the film is', async () => {
  expect((await read('welcome.jpg')).length).toBeLessThanOrEqual(LARGEST_POSTER);
  expect(FILM_SECONDS).toBeLessThanOrEqual(40);
  expect(COACH_WELCOME.filmLabel).toContain(`${Math.round(FILM_SECONDS)} seconds`);
});
