import { expect, signIn, test } from '../support/fixtures.ts';
import { action, loadTo } from '../support/journey-steps.ts';

/** How long a tooltip stays, so that the pointer can move onto it. */
const TO_THE_WORDS = 120;

test.use({ hasTouch: true });

test('a locked action says why: after 700 ms, right away after another one, and right away for keys and touch', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'optimize');
  await page.clock.install();
  await signIn(page, clinic, email);
  const locked = action(page, 'delivery-info').getByRole('button');
  const words = page.getByRole('tooltip');
  const away = () => page.mouse.move(0, 0);
  await expect(locked).toBeVisible();
  await expect(locked).toHaveAccessibleDescription(/Tracking details will be added shortly\.$/);
  await page.clock.pauseAt(Date.now() + 60_000);

  await locked.hover();
  await page.clock.runFor(699);
  await expect(words).toBeHidden();
  await page.clock.runFor(1);
  await expect(words).toHaveText('Tracking details will be added shortly.');
  await away();
  await page.clock.runFor(TO_THE_WORDS);
  await expect(words).toBeHidden();

  await page.clock.runFor(300);
  await locked.hover();
  await expect(words, 'at once within 300 ms').toBeVisible();
  await away();
  await page.clock.runFor(TO_THE_WORDS + 301);
  await locked.hover();
  await page.clock.runFor(699);
  await expect(words, 'later it waits again').toBeHidden();
  await away();
  await page.clock.runFor(5_000);

  await locked.focus();
  await expect(words, 'the keyboard does not wait').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(words).toBeHidden();
  await expect(locked).toBeFocused();
  await locked.blur();

  await locked.tap({ force: true });
  await expect(words, 'nor does a finger').toBeVisible();
  await expect(page).toHaveURL('/home');
  await page.touchscreen.tap(5, 5);
  await expect(words).toBeHidden();
});
