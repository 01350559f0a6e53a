import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { WELCOME_FILM_SIZE } from '../domain/copy/coach-welcome.ts';
import { findBrowser } from './find-browser.ts';
import { FILM_SECONDS, filmFingerprint, filmPage } from './welcome-video/film-page.ts';

/**
 * `npm run welcome-video`: makes the film of /coach-welcome from the portal's pictures and the words in
 * domain/copy/coach-welcome.ts. The browser draws every frame, and ffmpeg (Debian: `ffmpeg`) encodes them.
 */
const TARGET = join(import.meta.dirname, '../web/public/video');
const FRAMES_PER_SECOND = 25;
/** The sun is up, and the greeting is shown. */
const POSTER_AT = 4.6;

/** No sound, and pixels and colors that phones decode in hardware. */
const ALL =
  '-an -vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709';
const ENCODERS = {
  // With its index first, so that it starts before all of it has loaded.
  'welcome.mp4': '-c:v libx264 -profile:v high -preset medium -tune animation -crf 27 -movflags +faststart',
  'welcome.webm': '-c:v libvpx-vp9 -crf 48 -b:v 0 -row-mt 1 -deadline realtime -cpu-used 6',
};

const frames = await mkdtemp(join(tmpdir(), 'welcome-video-'));
try {
  await draw();
  for (const [name, encoder] of Object.entries(ENCODERS)) await encode(name, encoder);
} finally {
  await rm(frames, { recursive: true });
}

async function draw(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: WELCOME_FILM_SIZE });
  await page.setContent(await filmPage());
  await page.evaluate(() => document.fonts.ready);
  for (let at = 0; at < FILM_SECONDS * FRAMES_PER_SECOND; at += 1) {
    await stopAt(page, at / FRAMES_PER_SECOND);
    await writeFile(join(frames, `${String(at).padStart(4, '0')}.png`), await page.screenshot());
  }
  await mkdir(TARGET, { recursive: true });
  await stopAt(page, POSTER_AT);
  await page.screenshot({ path: join(TARGET, 'welcome.jpg'), type: 'jpeg', quality: 82 });
  await browser.close();
}

const stopAt = (page: Page, second: number): Promise<void> =>
  page.evaluate((time) => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = time;
    }
  }, second * 1000);

async function encode(name: string, encoder: string): Promise<void> {
  const file = join(TARGET, name);
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(frames, '%04d.png')];
  const about = ['-metadata', `comment=${await filmFingerprint()}`];
  const { status, error } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-y', ...input, ...ALL.split(' '), ...encoder.split(' '), ...about, file],
    { stdio: 'inherit' },
  );
  if (error || status !== 0) throw error ?? new Error(`ffmpeg ended with ${status}.`);
  console.log(`${name} ${Math.round((await stat(file)).size / 1024)} KB`);
}
