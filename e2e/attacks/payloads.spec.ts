import { expect, signIn, test } from '../support/fixtures.ts';
import { dangers, PAYLOAD_LINES, XSS_PAYLOADS } from '../support/xss-payloads.ts';

test(`${XSS_PAYLOADS.length} payloads in notes, consultation notes and articles: none runs, nothing breaks`, async ({
  page,
  clinic,
}) => {
  const everything = XSS_PAYLOADS.join('\n\n');
  const email = await clinic.patient('Mallory');
  const [customer] = await clinic.sql('select user_id from public.customers where customer_email = $1', [
    email,
  ]);
  const userId = customer!['user_id'];
  await clinic.sql(
    `insert into public.medical_notes (user_id, title, noted_on, content)
     select $1, left(line, 150), '2026-01-01', payload from unnest($2::text[], $3::text[]) as payloads (payload, line)`,
    [userId, XSS_PAYLOADS, PAYLOAD_LINES],
  );
  await clinic.sql(
    `insert into public.medical_notes (user_id, title, noted_on, content) values ($1, 'All of them', '2026-11-01', $2)`,
    [userId, everything],
  );
  await clinic.sql(
    `insert into public.consultation_notes (user_id, consultation_reference, notes) values ($1, 'initial-consultation', $2)`,
    [userId, everything],
  );
  await clinic.sql(
    `insert into public.blog_articles (id, collection_handle, title, description, link, body)
     select 'payload-' || row_number() over (), 'using-your-kit', left(line, 150), payload, '/learn/articles/payload-all', payload
     from unnest($1::text[], $2::text[]) as payloads (payload, line) where length(payload) < 1000`,
    [XSS_PAYLOADS, PAYLOAD_LINES],
  );
  await clinic.sql(
    `insert into public.blog_articles (id, collection_handle, title, description, link, body)
     values ('payload-all', 'using-your-kit', 'Payloads', 'x', '/learn/articles/payload-all', $1)`,
    [everything],
  );
  await clinic.sql(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) values ($1, 'welcome', 1, null)`,
    [userId],
  );
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => expect(dialog.message()).toBe('no dialog')));

  await signIn(page, clinic, email);
  await page.goto('/medical-notes');
  // One note for each payload, one with all of them, and the consultation's.
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(XSS_PAYLOADS.length + 2, {
    timeout: 20_000,
  });
  expect(await dangers(page)).toEqual([]);
  await page.getByText('All of them').click();
  await expect(page.getByRole('heading', { name: 'All of them' })).toBeVisible();
  expect(await dangers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to notes' }).click();
  await expect(page.getByText('All of them')).toBeVisible();

  await page.goto('/learn?collection=using-your-kit');
  await expect(page.getByRole('link', { name: 'Read more' })).toHaveCount(XSS_PAYLOADS.length + 4, {
    timeout: 20_000,
  });
  expect(await dangers(page)).toEqual([]);
  await page.goto('/learn/articles/payload-all');
  await expect(page.getByRole('heading', { level: 1, name: 'Payloads' })).toBeVisible();
  expect(await dangers(page)).toEqual([]);

  await page.goto('/home');
  await page.getByRole('button', { name: 'Read your consultation notes' }).click();
  const notes = page.getByRole('dialog', { name: 'Consultation Notes' });
  await expect(notes.getByText(/^\w+ \d+, 20\d\d, /)).toBeVisible();
  expect(await dangers(page)).toEqual([]);
  await clinic.sql(`delete from public.blog_articles where id like 'payload-%'`);
});
