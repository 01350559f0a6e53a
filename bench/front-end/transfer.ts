import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PORTAL } from '../../server/portal/builds.ts';
import { kilobytes } from '../numbers.ts';

export type Transfer = {
  requests: number;
  jsGzip: number;
  jsBrotli: number;
  /** What loads once the page is there and the browser is idle. */
  laterJsGzip: number;
  cssGzip: number;
  cssBrotli: number;
};

const DATA = /\/(auth|rest|functions|storage|realtime)\/v1\//;

/**
 * What a first visit requests before any data, and how much code and styles it loads until its data is
 * there, in kilobytes over the wire.
 */
export async function transferOf(page: Page, url: string): Promise<Transfer> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const asked = await page.evaluate(() => {
    const [visible] = performance.getEntriesByName('data-visible');
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => !name.startsWith('data:'))
      .map(({ name, startTime }) => ({ name, isLate: !!visible && startTime > visible.startTime }));
  });
  const named = (late: boolean) => asked.filter(({ isLate }) => isLate === late).map(({ name }) => name);
  const own = [url, ...named(false)];
  const firstData = own.findIndex((each) => DATA.test(each));
  const size = async (ending: string, form: string, urls = own) =>
    kilobytes(
      (await Promise.all(urls.filter((each) => each.endsWith(ending)).map(lengthIn(form)))).reduce(sum, 0),
    );
  return {
    requests: firstData < 0 ? own.length : firstData,
    jsGzip: await size('.js', '.gz'),
    jsBrotli: await size('.js', '.br'),
    laterJsGzip: await size('.js', '.gz', named(true)),
    cssGzip: await size('.css', '.gz'),
    cssBrotli: await size('.css', '.br'),
  };
}

const sum = (left: number, right: number) => left + right;

/** Small files are sent uncompressed. */
const lengthIn = (form: string) => async (url: string) => {
  const path = join(PORTAL, new URL(url).pathname);
  return (await readFile(path + form).catch(() => readFile(path))).length;
};
