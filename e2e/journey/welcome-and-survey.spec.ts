import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo, openBeside } from '../support/journey-steps.ts';

test('the welcome opens in a new tab: a film that plays on request, and a transcript @phone', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  const welcome = await openBeside(page, 'A welcome from your coach');
  await expect(welcome).toHaveURL(`${clinic.url}/coach-welcome`);
  const film = welcome.getByLabel('Welcome film, 38 seconds, without sound');
  await expect(film).toHaveJSProperty('paused', true);
  await expect(welcome.getByRole('region', { name: 'The same in words' })).toContainText(
    'I’m looking forward to meeting you.',
  );
  await expectAccessible(welcome);
  const at = () => film.evaluate((video: HTMLVideoElement) => video.currentTime);
  await film.evaluate((video: HTMLVideoElement) => video.play());
  await expect.poll(at).toBeGreaterThan(0.2);
  // To a place that has not arrived yet, which the server sends by itself.
  await film.evaluate((video: HTMLVideoElement) => (video.currentTime = 33));
  await expect.poll(at).toBeGreaterThan(33.1);
  await expect(page).toHaveURL(`${clinic.url}/home`);
});

test('the survey opens in a new tab, and the care team gets the answers as a message @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'post-treatment');
  await signIn(page, clinic, email);
  const survey = await openBeside(page, 'Tell us how it was for you');
  await expect(survey).toHaveURL(`${clinic.url}/share-experience`);
  await survey.getByRole('button', { name: 'Send to my care team' }).click();
  await expect(survey.getByText('Please answer at least one question.')).toBeVisible();
  await expectAccessible(survey);
  await survey.getByRole('radio', { name: 'Harder than I expected' }).check();
  await survey.getByLabel('What helped?').fill('My coach answered every time.');
  await survey.getByRole('button', { name: 'Send to my care team' }).click();
  await expect(survey.getByRole('heading', { name: 'Thank you for telling us' })).toBeFocused();
  await survey.getByRole('main').getByRole('link', { name: 'Messages' }).click();
  await expect(survey.getByRole('log')).toContainText('My coach answered every time.');
});
