import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PORTAL } from '../../server/portal/build.ts';
import { kilobytes } from '../numbers.ts';

export type Transfer = {
  requests: number;
  jsGzip: number;
  jsBrotli: number;
  cssGzip: number;
  cssBrotli: number;
};

const DATA = /\/(auth|rest|functions|storage|realtime)\/v1\//;

/**
 * What a first visit asks for before any data, and what of the code and styles that it asks for until its data is there,
 * in kilobytes as they travel. What follows changes, and other things that come when the browser has nothing else to do,
 * are not waited for by anybody.
 */
export async function transferOf(page: Page, url: string): Promise<Transfer> {
  await page.goto(url, { waitUntil: 'networkidle' });
  const asked = await page.evaluate(() => {
    const [visible] = performance.getEntriesByName('data-visible');
    const resources = performance.getEntriesByType('resource');
    return resources
      .filter(({ startTime }) => !visible || startTime <= visible.startTime)
      .map(({ name }) => name);
  });
  const own = [url, ...asked.filter((each) => !each.startsWith('data:'))];
  const firstData = own.findIndex((each) => DATA.test(each));
  const size = async (ending: string, form: string) =>
    kilobytes(
      (await Promise.all(own.filter((each) => each.endsWith(ending)).map(lengthIn(form)))).reduce(sum, 0),
    );
  return {
    requests: firstData < 0 ? own.length : firstData,
    jsGzip: await size('.js', '.gz'),
    jsBrotli: await size('.js', '.br'),
    cssGzip: await size('.css', '.gz'),
    cssBrotli: await size('.css', '.br'),
  };
}

const sum = (left: number, right: number) => left + right;

/** Small files travel as they are. */
const lengthIn = (form: string) => async (url: string) => {
  const path = join(PORTAL, new URL(url).pathname);
  return (await readFile(path + form).catch(() => readFile(path))).length;
};
