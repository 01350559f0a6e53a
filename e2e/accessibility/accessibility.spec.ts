import type { Page } from '@playwright/test';
import { lostIn, problemsIn, smallTargetsIn, smallScreenProblems } from '../support/accessibility-checks.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { ALONE, openWhole, PAGES, SIGNED_OUT, someOf } from '../support/routes.ts';

/** Visits every page, signed out and signed in, and collects each check's findings. */
async function onEveryPage(
  page: Page,
  clinic: Clinic,
  email: string,
  look: () => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  const lookAt = async (path: string) => {
    await openWhole(page, path);
    found.push(...(await look()).map((each) => `${path}: ${each}`));
  };
  for (const path of someOf(SIGNED_OUT, 0)) await lookAt(path);
  await signIn(page, clinic, email);
  for (const path of someOf([...PAGES.map((each) => each.path), ...ALONE], 1)) await lookAt(path);
  return found;
}

/** Each test uses another patient, because an address gets one code a minute. */
const LOOKS = [
  { colorScheme: 'light', width: 1280, email: 'cycle2@example.com', tag: '@long' },
  { colorScheme: 'dark', width: 1280, email: 'stage3@example.com', tag: '@long' },
  { colorScheme: 'light', width: 390, email: 'stage2@example.com', tag: '@short' },
  { colorScheme: 'dark', width: 390, email: 'done@example.com', tag: '@long' },
] as const;

for (const { colorScheme, width, email, tag } of LOOKS) {
  test(
    `axe finds no problems on any page, ${colorScheme}, ${width} px wide`,
    { tag },
    async ({ page, clinic }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      // On a phone the pages are open anyway, so targets and 320 px are checked too.
      const look = async () => [
        ...(await problemsIn(page)),
        ...(width === 390 ? await smallScreenProblems(page) : []),
      ];
      expect(await onEveryPage(page, clinic, email, look)).toEqual([]);
    },
  );
}

const LARGER = [
  { how: 'a screen of 320 px', width: 320, text: '100%', tag: ' @long' },
  { how: 'text at 200%', width: 1280, text: '200%', tag: ' @long' },
];

for (const { how, width, text, tag } of LARGER) {
  test(`${how} cuts nothing off on any page${tag}`, async ({ page, clinic }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    const email = await clinic.patient('Maximiliane');
    expect(await onEveryPage(page, clinic, email, () => lostIn(page, text))).toEqual([]);
  });
}

/** Only the page itself: the bar above it adapts to larger text only with the browser's own setting. */
const widerThanScreen = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate(async (main) => {
    document.documentElement.style.fontSize = '200%';
    // Laid out again, then checked.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return [...main.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => element.outerHTML.slice(0, 160));
  });

test('200% text on a phone cuts nothing off before or on a treatment day @long', async ({ page, clinic }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, clinic, await clinic.patient('Maximiliane'));
  const found: string[] = [];
  for (const path of ['/safety-check', '/treatment-day', '/log-result/period']) {
    await openWhole(page, path);
    found.push(...(await widerThanScreen(page)).map((each) => `${path}: ${each}`));
  }
  expect(found).toEqual([]);
});

test('every target is at least 44 px high and wide, and a 320 px screen cuts nothing off @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const email = await clinic.patient('Maximiliane');
  expect(await onEveryPage(page, clinic, email, () => smallScreenProblems(page))).toEqual([]);
});

test('a button that is too small is found, also inside something large', async ({ page }) => {
  await openWhole(page, '/auth');
  await page.evaluate(() => {
    const [main, button] = [document.createElement('main'), document.createElement('button')];
    main.style.padding = '200px';
    button.style.cssText = 'width: 20px; height: 20px';
    main.append(button);
    document.body.replaceChildren(main);
  });
  expect(await smallTargetsIn(page)).toEqual([expect.stringContaining('20px')]);
});

test('the scans find a name that lacks its visible words', async ({ page }) => {
  await page.setContent('<main><h1>Your call</h1><button aria-label="Send">Join</button></main>');
  expect((await problemsIn(page)).join()).toContain('label-content-name-mismatch');
});
