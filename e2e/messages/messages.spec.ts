import { expectAccessible, smallScreenProblems } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { press } from '../support/logging-steps.ts';
import { answer, began, messagesOf, openByTeam } from '../support/message-steps.ts';

test('a patient writes from My Coach, keeps a draft through a reload, and sees it sent, seen and answered @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/support');
  await press(page, 'Send a message');
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  const help = page.getByRole('region', { name: 'Get help now' });
  await expect(help).toContainText('Messages are not for emergencies.');
  await expect(page.getByText(/Write now and you’ll hear back by/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('The kit').check();
  await page.getByLabel('Your message').fill('When will it arrive?');
  await page.reload();
  await expect(page.getByLabel('The kit')).toBeChecked();
  await expect(page.getByLabel('Your message')).toHaveValue('When will it arrive?');
  await press(page, 'Send');
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('');
  await expect(page.getByText(/^You’ll hear back by/)).toBeVisible();
  expect(await messagesOf(clinic, email)).toEqual([
    { topic: 'The kit', sender: 'patient', text: 'When will it arrive?' },
  ]);

  await openByTeam(clinic, email, 'The kit');
  await expect(page.getByText('Seen', { exact: true })).toBeVisible();
  await answer(clinic, email, 'The kit', 'Tomorrow, <b>before noon</b>.');
  const log = page.getByRole('log');
  await expect(log.getByText('Tomorrow, <b>before noon</b>.')).toBeVisible();
  await expect(log.getByText('Marisol Vega')).toBeVisible();
  await expectAccessible(page);
  expect(await smallScreenProblems(page)).toEqual([]);
});

test('on a phone the composer stays at the bottom of the screen and covers no message @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await began(clinic, email, 'The kit', 'Where is it?');
  for (const turn of Array(12).keys()) await answer(clinic, email, 'The kit', `Line ${turn} of the answer.`);
  await signIn(page, clinic, email);
  const places = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.composer-bar')!.getBoundingClientRect();
      const last = [...document.querySelectorAll('[role=log] li')].at(-1)!.getBoundingClientRect();
      return {
        screen: innerHeight,
        top: bar.top,
        bottom: bar.bottom,
        isLastSeen: last.bottom <= bar.top && last.top >= 0,
      };
    });
  const looks = async () => {
    await expect.poll(async () => (await places()).isLastSeen).toBe(true);
    const { screen, bottom } = await places();
    expect(Math.round(bottom)).toBe(screen);
    await expect(page.getByLabel('Your message')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 });
  };
  await page.goto('/messages');
  await expect(page.getByText('Line 11 of the answer.')).toBeVisible();
  await looks();

  // Someone who reads further up stays there, and the composer stays at hand.
  await page.evaluate(() => scrollTo(0, 300));
  await page.getByLabel('Your message').pressSequentially('Thank');
  await answer(clinic, email, 'The kit', 'One more thing.');
  await expect(page.getByText('One more thing.')).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(300);
  const { screen, bottom } = await places();
  expect(Math.round(bottom)).toBe(screen);

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await looks();
  // A new line makes the bar higher.
  await page.getByLabel('Your message').fill('Thank you.\nI have it.\nIt looks well.');
  await looks();
  await page.setViewportSize({ width: 320, height: 640 });
  // No room is left for both: the composer is below the conversation.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect(page.locator('.composer-bar')).toHaveCSS('position', 'static');
});

test('words that may be urgent show how to get help, and the message still goes out @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await began(clinic, email, 'My treatment', 'A first word');
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await expect(page.getByText('A first word')).toBeVisible();
  const help = page.getByRole('region', { name: 'Get help now' });
  await expect(help).toHaveCount(0);
  const calm = page.getByText('If it gets worse, or you feel very unwell, do not wait for a reply here.');
  await page.getByLabel('Your message').fill('No pain, and my temperature was 97.9');
  await expect(calm).toHaveCount(0);
  await page.getByLabel('Your message').fill('I have some spotting');
  await expect(calm).toBeVisible();
  await expect(help).toHaveCount(0);
  await page.getByLabel('Your message').fill('I have a strong pain and a fever');
  await expect(calm).toHaveCount(0);
  await expect(help).toBeInViewport();
  await expectAccessible(page);
  await press(page, 'Send');
  await expect(page.getByRole('log').getByText('I have a strong pain and a fever')).toBeVisible();
  await expect(page.getByText('Your message is marked urgent for your care team.')).toBeVisible();
  await expect(help, 'it stays next to what was sent').toBeVisible();
  expect(
    await clinic.sql(
      `select concern from public.messages join public.customers using (user_id) where customer_email = $1 order by place`,
      [email],
    ),
  ).toEqual([{ concern: null }, { concern: 'urgent' }]);
});

test('self-harm words show a kind card with 988 and a call from the team, and never stop the message @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await page.getByLabel('Something else').check();
  const card = page.getByRole('region', { name: 'You are not alone' });
  await page.getByLabel('Your message').fill('Some days I want to kil my self');
  await expect(card).toBeInViewport();
  await expect(card.getByRole('link', { name: 'Call or text 988' })).toHaveAttribute('href', 'tel:988');
  await expect(card.getByRole('link', { name: 'Text 988', exact: true })).toHaveAttribute('href', 'sms:988');
  await expect(card).toContainText('If you are in danger right now, call 911.');
  await expect(card.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  await expect(page.getByText(/hear back by/), 'no promise of a reply above it').toHaveCount(0);
  await expect(card).not.toContainText(/\bcap\b/);
  await expectAccessible(page);
  expect(await smallScreenProblems(page)).toEqual([]);
  await card.getByRole('button', { name: 'I want someone to call me' }).click();
  await expect(card.getByText(/Someone will call you by \d+:\d\d [ap]m/)).toBeVisible();
  await press(page, 'Send');
  await expect(page.getByRole('log').getByText('Some days I want to kil my self')).toBeVisible();
  await expect(card, 'it stays for whoever wrote it').toBeVisible();
  expect(
    await clinic.sql(
      `select concern from public.messages join public.customers using (user_id) where customer_email = $1 order by place`,
      [email],
    ),
  ).toEqual([{ concern: 'call-me' }, { concern: 'self-harm' }]);
});

test('words of a loss show a gentle card with warning signs and the way to report it, and a clinician gets an item @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await page.getByLabel('Something else').check();
  await page.getByLabel('Your message').fill('I lost the baby last night');
  const card = page.getByRole('region', { name: 'We are so sorry.' });
  await expect(card.getByText('Get emergency help if you have')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
  await expect(card.getByRole('link', { name: 'My pregnancy has ended' })).toBeVisible();
  await expectAccessible(page);
  expect(await smallScreenProblems(page)).toEqual([]);
  await press(page, 'Send');
  await expect(page.getByRole('log').getByText('I lost the baby last night')).toBeVisible();
  await expect(page.getByText('Your message is marked urgent for your care team.')).toBeVisible();
  await expect(card, 'it stays next to what was sent').toBeVisible();
});

test('offline, a message waits and says so, and is stored once when back online @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await page.getByLabel('Something else').check();
  await page.getByLabel('Your message').fill('Written on the train');
  await page.context().setOffline(true);
  await press(page, 'Send');
  await expect(page.getByText('Not sent yet.')).toBeVisible();
  await expect(page.getByText(/^No one has received this yet\./)).toBeVisible();
  await expect(page.getByText(/hear back by/)).toHaveCount(0);
  await expect(page.getByRole('log').getByText('Written on the train')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect(page.getByText('Not sent yet.')).toHaveCount(0);
  expect(await messagesOf(clinic, email)).toMatchObject([{ text: 'Written on the train' }]);
});

test('a message whose response was lost is stored once, however often it is sent @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await page.getByLabel('The kit').check();
  await page.getByLabel('Your message').fill('Only once');
  let cut = 0;
  await page.route('**/functions/v1/send-message', async (route) => {
    await route.fetch();
    cut += 1;
    await (cut < 3 ? route.abort() : route.continue());
  });
  for (const count of [1, 2]) {
    await press(page, 'Send');
    await expect.poll(() => cut).toBe(count);
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
    await expect(page.getByLabel('Your message')).toHaveValue('Only once');
  }
  await press(page, 'Send');
  await expect(page.getByLabel('Your message')).toHaveValue('');
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  expect(await messagesOf(clinic, email)).toHaveLength(1);
});

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('a picture goes with a message and comes back as a file to save; a fake one is refused', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await page.getByLabel('The kit').check();
  const add = page.getByLabel('Add pictures');
  await add.setInputFiles([
    { name: 'box.png', mimeType: 'image/png', buffer: PNG },
    { name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('<script>') },
  ]);
  await expect(page.getByText('lie.png')).toBeVisible();
  await page.getByLabel('Your message').fill('This is how it came');
  await press(page, 'Send');
  await expect(
    page.getByText('Picture 2 is not a JPEG or PNG picture. Please add your pictures again.'),
  ).toBeVisible();
  expect(await messagesOf(clinic, email)).toEqual([]);
  await add.setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: PNG });
  await expect(page.getByText('box.png')).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Send');
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await expect(page.getByText('box.png')).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await press(page, 'Download picture 1');
  expect((await saved).suggestedFilename()).toBe('picture-1.png');
  expect(await messagesOf(clinic, email)).toHaveLength(1);
  // The downloads are text, so the files are listed next to them, even when Messages is closed.
  for (const path of ['/account', '/privacy-terms']) {
    if (path === '/account') await page.goto(path);
    else {
      await press(page, 'Withdraw consent');
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
      await expect(page).toHaveURL(path);
    }
    const files = page.getByRole('region', { name: 'Files in your messages' });
    await expect(page.getByRole('region', { name: 'Documents' })).toHaveCount(0);
    const download = page.waitForEvent('download');
    await files.getByRole('button', { name: 'Download File 1' }).click();
    expect((await download).suggestedFilename()).toBe('File 1.png');
  }
});

test('My Coach shows how many are unread, in two tabs, until one of them has read them @long', async ({
  page,
  context,
  clinic,
}) => {
  const email = await clinic.patient();
  await began(clinic, email, 'The kit', 'Where is it?');
  await signIn(page, clinic, email);
  const other = await context.newPage();
  await other.goto(`${clinic.url}/overview`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await answer(clinic, email, 'The kit', 'On its way.');
  await answer(clinic, email, 'The kit', 'It comes tomorrow.');
  for (const tab of [page, other])
    await expect(tab.getByRole('link', { name: 'My Coach 2 unread' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'My Coach 2 unread' }).click();
  await press(page, 'Send a message');
  await expect(page.getByText('It comes tomorrow.')).toBeVisible();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'My Coach', exact: true }).first()).toBeVisible({
      timeout: 30_000,
    });
    await expect(tab.getByText(/\d unread/)).toHaveCount(0);
  }
});

test('without live updates the page polls, and a late reply says how else to reach us @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await began(clinic, email, 'A test result', 'What does a faint line mean?', 4);
  await page.routeWebSocket(/\/realtime\/v1\//, () => {});
  await signIn(page, clinic, email);
  await page.goto('/messages');
  await expect(page.getByText('We’re sorry, our reply is late.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'How to reach us' })).toBeVisible();
  await expectAccessible(page);
  await answer(clinic, email, 'A test result', 'It counts. Let us talk.');
  await expect(page.getByText('It counts. Let us talk.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('We’re sorry, our reply is late')).toHaveCount(0);
});
