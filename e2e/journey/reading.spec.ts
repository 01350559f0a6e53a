import { expectAccessible } from '../support/accessibility-checks.ts';
import { answers, behind, inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const addNote = (clinic: Clinic, email: string, title: string, content: string, day: string) =>
  clinic.sql(
    `insert into public.medical_notes (user_id, title, noted_on, content)
     select user_id, $2, $3::date, $4 from public.customers where customer_email = $1`,
    [email, title, day, content],
  );

test('medical notes: none, then a list, one in full, printed, and back @phone', async ({ page, clinic }) => {
  const email = await clinic.patient('Ines');
  await signIn(page, clinic, email);
  await page.goto('/medical-notes');
  await expect(
    page.getByText('Your notes will be viewable once you have completed your consultation.'),
  ).toBeVisible();

  const content = `We **met** by video.\n\n${'A longer line about what we agreed on. '.repeat(20)}\n\n## Your plan\n\n| Step | When |\n|---|---|\n| Kit | soon |\n\n- [The guide](https://example.com/guide)\n- <b>raw</b>`;
  await addNote(clinic, email, 'First consultation', content, '2026-11-01');
  await addNote(clinic, email, 'A later note', 'Short and plain.', '2026-11-08');
  await page.reload();
  const notes = page.getByRole('main').getByRole('listitem');
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toContainText('A later note');
  const preview = notes.last().getByText('We met by video.');
  const height = await preview.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(height)).toBe(2);
  await expectAccessible(page);

  await page.getByText('First consultation').click();
  await expect(page).toHaveURL(/\/medical-notes\?note=[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'First consultation' })).toBeFocused();
  await expect(page.getByText('November 1, 2026')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your plan' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'soon' })).toBeVisible();
  await expect(page.getByText('<b>raw</b>')).toBeVisible();
  const link = page.getByRole('link', { name: 'The guide' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expectAccessible(page);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { name: 'First consultation' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  const sheet = await page.getByRole('article').boundingBox();
  expect(sheet!.width / page.viewportSize()!.width).toBeGreaterThan(0.9);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('article p')!).color)).not.toBe(
    'rgb(247, 236, 223)',
  );
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await page.reload();
  await expect(page.getByRole('heading', { name: 'First consultation' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to notes' }).click();
  await expect(page).toHaveURL('/medical-notes');
  await expect(notes).toHaveCount(2);
});

test('a failed load is reported once: notes and articles @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  const failing = /^\/functions\/v1\/(fetch-medical-notes|get-blog-posts)/;
  const broken = await inFrontOf(clinic.url, (request, response) => {
    const path = failing.exec(request.url ?? '')?.[0];
    return path ? answers(path, 400)(request, response) : false;
  });
  await signIn(page, { ...clinic, url: broken.url }, email);
  await page.goto(`${broken.url}/medical-notes`);
  await expectToast(page, 'Error', 'Failed to load medical notes. Please try again later.');
  await page.goto(`${broken.url}/learn`);
  await expectToast(page, 'Error', 'Failed to load content. Please try again later.');
  await broken.close();
});

test('Learn: the next event, recordings and collections, each with a page that opens @phone @long', async ({
  page,
  clinic,
  context,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/learn');
  const upcoming = page.getByRole('region', { name: 'Upcoming event' });
  await expect(upcoming.getByRole('heading', { name: 'An evening with your questions' })).toBeVisible();
  await expect(upcoming.getByText(/^\w+day, \w+ \d+, 20\d\d, \d+:00 pm E[SD]T$/)).toBeVisible();
  await expect(upcoming.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('region', { name: 'Event recordings' }).getByRole('listitem')).toHaveCount(2);
  for (const name of ['Before you start', 'Your fertile window', 'Using your kit', 'Waiting and testing']) {
    const section = page.getByRole('region', { name, exact: true });
    await expect(section.getByRole('link', { name: 'Read more' })).toHaveCount(3);
    await expect(section.getByRole('link', { name: 'View All' })).toHaveAttribute(
      'href',
      /^\/learn\?collection=/,
    );
  }
  await expectAccessible(page);

  const [article] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('region', { name: 'Your fertile window' })
      .getByRole('link', { name: 'Read more' })
      .first()
      .click(),
  ]);
  await expect(article.getByRole('heading', { level: 1, name: 'Six days, not one' })).toBeVisible();
  await expect(article.getByRole('table')).toBeVisible();
  await expect(article).toHaveTitle('Six days, not one · Béa');
  await expectAccessible(article);
  await article.close();

  await page
    .getByRole('region', { name: 'Before you start' })
    .getByRole('link', { name: 'View All' })
    .click();
  await expect(page.getByRole('heading', { name: 'Before you start' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Read more' })).toHaveCount(4);
  await page.getByRole('link', { name: 'All of Learn' }).click();
  await upcoming.getByRole('link', { name: 'View All' }).click();
  await expect(page.getByRole('link', { name: 'Read more' })).toHaveCount(3);
});

test('an empty collection does not open: the others show instead, or that there are none @long', async ({
  page,
  clinic,
}) => {
  const empty = { handle: 'events', title: 'Events', url: '/learn?collection=events', articles: [] };
  const story = { id: 'a', title: 'Six days, not one', description: 'Why', link: '/learn/articles/a' };
  let collections: object[] = [empty];
  await behind(
    clinic,
    ({ url }, response) => {
      if (!url?.startsWith('/functions/v1/get-blog-posts')) return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(collections));
      return true;
    },
    async (url) => {
      await signIn(page, { ...clinic, url }, await clinic.patient());
      await page.goto(`${url}/learn?collection=events`);
      await expect(page.getByText('There’s nothing to read yet.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Events' })).toHaveCount(0);
      collections = [empty, { handle: 'window', title: 'Your window', url: '/learn', articles: [story] }];
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Your window' })).toBeVisible();
    },
  );
});

test('an article of every collection opens for anyone, and a missing one says so @long', async ({
  page,
  clinic,
}) => {
  const articles = await clinic.sql(
    'select distinct on (collection_handle) link, title from public.blog_articles order by collection_handle, id',
  );
  expect(articles).toHaveLength(5);
  for (const { link, title } of articles) {
    await page.goto(String(link));
    await expect(page.getByRole('heading', { level: 1, name: String(title) })).toBeVisible();
  }
  await page.goto('/learn/articles/an-evening-with-your-questions');
  await expect(page.getByRole('link', { name: 'Sign Up by email' })).toHaveAttribute(
    'href',
    /^mailto:support@/,
  );
  await page.goto('/learn/articles/nothing');
  await expect(page.getByRole('heading', { level: 1, name: 'We can’t find this article' })).toBeVisible();
});

test('My Coach: email, booking, what the promise means now, questions and calls @phone @long', async ({
  page,
  clinic,
}) => {
  await page.clock.install({ time: new Date('2026-11-19T03:30:00Z') });
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/support');
  await expect(page.getByRole('heading', { name: 'Marisol Vega' })).toBeVisible();
  const coach = page.getByRole('region', { name: 'Speak with your Clinical Coach' });
  await expect(coach.getByText('Replies within 3 hours, 8am to 10pm, 7 days a week.')).toBeVisible();
  await expect(coach.getByText(/^Replies resume at 8am tomorrow\./)).toBeVisible();
  await expect(coach.getByText('Times in Eastern Time.')).toBeVisible();
  const mail = await coach.getByRole('link', { name: 'Email your coach' }).getAttribute('href');
  expect(mail).toMatch(/^mailto:coach@example\.com\?subject=/);
  expect(mail).not.toMatch(/fertil|treat|pregnan|ovulat/i);
  await expect(page.getByRole('region', { name: 'Speak with Support' }).getByRole('link')).toHaveAttribute(
    'href',
    /^mailto:support@example\.com\?subject=/,
  );
  await expect(page.getByRole('heading', { name: 'Upcoming Calls' })).toBeVisible();
  await expect(page.getByText("You don't have any upcoming calls.")).toBeVisible();

  const questions = page.getByRole('region', { name: 'Frequently asked questions' }).getByRole('button');
  await expect(questions).toHaveCount(4);
  await questions.nth(0).click();
  await questions.nth(2).click();
  await expect(questions.nth(0)).toHaveAttribute('aria-expanded', 'false');
  await expect(questions.nth(2)).toHaveAttribute('aria-expanded', 'true');
  await questions.nth(2).click();
  await expect(questions.nth(2)).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(page);

  await page.context().route('**/config.json', async (route) => {
    const settings = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...settings, contacts: { clinicTimeZone: 'Europe/London' } } });
  });
  await page.reload();
  await expect(coach.getByText(/^Replies resume at 3am tomorrow\./)).toBeVisible();
  await expect(coach.getByText('Replies within 3 hours, 3am to 5pm, 7 days a week.')).toBeVisible();
  await expect(
    coach.getByText('Times in Eastern Time. Your coach’s day is in United Kingdom Time.'),
  ).toBeVisible();

  await coach.getByRole('button', { name: 'Book a Clinical Coach video call' }).click();
  await expect(page).toHaveURL('/schedule?appointmentType=clinical-coach-support-call');
});
