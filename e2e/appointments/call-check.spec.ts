import { expectAccessible } from '../support/accessibility-checks.ts';
import {
  bookCall,
  callTest as test,
  expectMoving,
  hostLink,
  status,
  withArguments,
} from '../support/call-steps.ts';
import { expect } from '../support/fixtures.ts';

test('you can see your camera and hear your microphone before anyone else does @long', async ({
  clinic,
  person,
}) => {
  const page = await person();
  await page.goto(await hostLink(clinic, await bookCall(clinic)));
  await expect(page.getByRole('heading', { name: 'Your call with Robin C.' })).toBeVisible();
  await expectMoving(page.getByLabel('You, as others will see you'));
  await expect(page.getByLabel('Camera', { exact: true }).locator('option:not([hidden])')).not.toHaveCount(0);
  await expect(page.getByLabel('Microphone', { exact: true })).toBeVisible();
  const level = () =>
    page.getByLabel('Microphone level').evaluate((meter) => (meter as HTMLMeterElement).value);
  await expect.poll(level).toBeGreaterThan(0.1);
  const bar = page.getByLabel('Microphone level').locator('xpath=following-sibling::div/div');
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(page.getByText('Your camera is off.')).toBeVisible();
});

test(
  'axe finds no problems in the check and the call @phone',
  { tag: '@long' },
  async ({ clinic, person }) => {
    const page = await person();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(await hostLink(clinic, await bookCall(clinic)));
      await expect(page.getByLabel('You, as others will see you')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Join call' }).click();
      await expect(status(page)).toContainText('You’re in.');
      await expectAccessible(page);
    }
  },
);

const denied = withArguments('--use-fake-device-for-media-stream', '--deny-permission-prompts');

denied(
  'without camera and microphone it says how to allow them, and one can join to listen @long',
  async ({ page, clinic }) => {
    await page.goto(await hostLink(clinic, await bookCall(clinic)));
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'We can’t use your camera and microphone yet.',
    );
    await expect(page.getByText('allow both, and try again')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(
      page.getByText(
        'You can join without a microphone. You’ll see and hear Robin C., but Robin C. won’t hear you.',
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Join call' }).click();
    await expect(status(page)).toHaveText('You’re in. Waiting for Robin C. to join.');
  },
);

const cameraless = withArguments(
  '--use-fake-device-for-media-stream=device-count=0',
  '--use-fake-ui-for-media-stream',
);

cameraless('without a camera one can join all the same @long', async ({ page, clinic }) => {
  await page.goto(await hostLink(clinic, await bookCall(clinic)));
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'We couldn’t find a camera or microphone.',
  );
  await page.getByRole('button', { name: 'Join call' }).click();
  await expect(status(page)).toHaveText('You’re in. Waiting for Robin C. to join.');
});
