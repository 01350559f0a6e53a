import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { extractText } from 'unpdf';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { card, openAccount } from '../support/account-steps.ts';
import { answers, inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';

/** One page; a name that no font in the file covers is drawn, with its text for screen readers. */
async function expectSummary(download: Download, email: string): Promise<void> {
  const file = await readFile(await download.path());
  const { totalPages, text } = await extractText(new Uint8Array(file), { mergePages: true });
  expect(totalPages).toBe(1);
  expect(text).toContain('Treatment summary');
  expect(text).toContain(email);
  expect(text).not.toContain('could not be printed');
  const name = Array.from('Жукова', (letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
  expect(file.toString('latin1')).toContain(`${name}> >> BDC`);
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');

test('everything can be downloaded as CSV, FHIR and JSON, a page for a doctor as PDF, and the log says so @phone', async ({
  page,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Dora');
  await clinic.sql(`update public.customers set customer_last_name = 'Жукова' where customer_email = $1`, [
    email,
  ]);
  const data = card(page, 'Your data');
  const files: Record<string, string> = {};
  for (const name of ['PDF', 'CSV', 'FHIR', 'JSON']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      data.getByRole('button', { name: `Download ${name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(
      /^bea-(data|summary)-\d{4}-\d\d-\d\d\.(pdf|zip|fhir\.json|json)$/,
    );
    if (name === 'PDF') await expectSummary(download, email);
    else files[name] = await textOf(download);
    await expectToast(
      page,
      'Your download is ready',
      'It contains health information. Keep it in a safe place.',
    );
  }
  // Stored without compression, so that file names and content can be read here.
  expect(files['CSV']).toMatch(/^PK[^]*You\.csv[^]*Email[^]*Who opened or changed your record\.csv/);
  expect(files['CSV']).toContain(`,${email},`);
  expect(JSON.parse(files['FHIR']!)).toMatchObject({ resourceType: 'Bundle', type: 'collection' });
  expect(JSON.parse(files['JSON']!)).toMatchObject({ customers: [{ customer_email: email }] });

  await data.getByRole('button', { name: 'Who opened my record' }).click();
  await expect(data.getByText('You downloaded a copy of everything').first()).toBeVisible();
  await expectAccessible(page);
});

test('documents from the care team are downloaded one by one @long', async ({ page, clinic }) => {
  const email = await clinic.patient('Dana');
  const [row] = await clinic.sql('select user_id from public.customers where customer_email = $1', [email]);
  const { serviceRoleKey } = JSON.parse(await readFile(`${clinic.dataFolder}/secrets.json`, 'utf8')) as {
    serviceRoleKey: string;
  };
  const put = await fetch(
    `${clinic.url}/storage/v1/object/documents/${String(row!['user_id'])}/${encodeURIComponent('Letter & results.pdf')}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/pdf' },
      body: '%PDF-1.4 a letter',
    },
  );
  expect(put.status).toBe(200);
  await signIn(page, clinic, email);
  await page.goto('/account');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Letter & results.pdf' }).click(),
  ]);
  expect(await textOf(download)).toBe('%PDF-1.4 a letter');
});

test('who opened my record: the care team and operators, then the patient’s own acts, fifty at a time @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Lena');
  await clinic.sql(
    `insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, at)
     select case when turn % 3 = 0 then user_id end, case when turn % 3 = 1 then 'operator' else 'service_role' end,
       'read', 'medical_notes', user_id, timestamptz '2026-03-08 06:30Z' + turn * interval '1 hour'
     from public.customers, generate_series(1, 165) as turn where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/account');
  const data = card(page, 'Your data');
  await data.getByRole('button', { name: 'Who opened my record' }).click();
  const linesOf = (group: string) =>
    data
      .getByRole('region', { name: group, exact: true })
      .getByRole('listitem')
      .filter({ hasText: 'opened your medical notes' });
  const [lines, own] = [linesOf('Your care team'), linesOf('You')];
  const showMore = data
    .getByRole('region', { name: 'Your care team', exact: true })
    .getByRole('button', { name: 'Show more' });
  await expect(lines).toHaveCount(50);
  await expect(lines.first()).toContainText('Your care team opened your medical notes');
  await expect(lines.nth(1)).toContainText('The clinic’s technical team opened your medical notes');
  await expect(own.first()).toContainText('You opened your medical notes');
  await showMore.click();
  await expect(lines).toHaveCount(100);
  await showMore.click();
  await expect(lines).toHaveCount(110);
  await expect(showMore).toHaveCount(0);
  // An hour after 06:30 UTC the New York clocks have just sprung forward.
  await expect(lines.last()).toContainText('March 8, 2026, 3:30 am Eastern Time');
});

test('who on the care team opened my record: name, role and, if one was asked for, the reason @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Lara');
  await clinic.sql(
    `insert into public.audit_log
       (actor_id, actor_role, action, kind, subject_id, at, actor_name, staff_role, reason_category)
     select gen_random_uuid(), 'service_role', 'read', kind, user_id, at::timestamptz, name, role, reason
     from public.customers, (values
       ('medical_notes', '2026-03-08 06:30Z', 'Marisol Vega', 'coach', null),
       ('test_results', '2026-03-08 07:30Z', 'Dr. Anneke Lind', 'clinician', 'safety'),
       ('customers', '2026-03-08 08:30Z', 'Tomas Reyes', 'administrator', null),
       ('appointments', '2026-03-08 08:30Z', 'Tomas Reyes', 'administrator', null),
       ('test_results', '2026-03-08 09:30Z', 'Sam Vega', 'coach', 'cover'),
       ('refused_not_allowed', '2026-03-08 10:30Z', null, null, null)
     ) as line (kind, at, name, role, reason) where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/account');
  const data = card(page, 'Your data');
  await data.getByRole('button', { name: 'Who opened my record' }).click();
  await expect(data.getByText('If anything here surprises you, ask your coach.')).toBeVisible();
  const lines = data.getByRole('listitem').filter({ hasText: 'opened your' });
  await expect(lines).toHaveText([
    /^Sam Vega, coach, opened your test resultsReason: covering for a colleague/,
    /^Tomas Reyes, administrator, opened your recordCalls, account details(?!Reason)/,
    /^Dr. Anneke Lind, clinician, opened your test resultsReason: your safety/,
    /^Marisol Vega, coach, opened your medical notes(?!Reason)/,
  ]);
  await expect(data.getByText('tried to open the team workspace')).toHaveCount(0);
  await expectAccessible(page);
});

test('reminders are switched off and on, and texts need a number and consent @long', async ({
  page,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Rhea');
  const kept = async () =>
    (
      await clinic.sql(
        'select email_reminders, text_reminders from public.customers where customer_email = $1',
        [email],
      )
    )[0];
  const [byMail, byText] = [
    page.getByRole('switch', { name: 'Email reminders before calls' }),
    page.getByRole('switch', { name: 'Text reminders before calls' }),
  ];
  const agree = page.getByRole('switch', { name: 'Text messages about appointments and next steps' });
  const noNumber = page.getByText(
    'We don’t have a phone number for you, so we can’t send texts. You can add one under Phone number.',
  );
  await expect(byMail).toBeChecked();
  await expect(noNumber).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Sharing medical summaries/ })).toBeVisible();
  await expect(byText).toHaveCount(0);
  await expect(agree).toHaveCount(0);
  await byMail.click();
  await expect.poll(kept).toEqual({ email_reminders: false, text_reminders: true });
  await page.reload();
  await expect(byMail).not.toBeChecked();

  await clinic.sql(`update public.customers set customer_phone = '+1 555 0100' where customer_email = $1`, [
    email,
  ]);
  await page.reload();
  await expect(byText).toBeDisabled();
  await expect(byText).not.toBeChecked();
  await agree.click();
  await expect(byText).toBeEnabled();
  await expect(noNumber).toHaveCount(0);
  await expect(byText).toBeChecked();
  await byText.click();
  await expect.poll(kept).toEqual({ email_reminders: false, text_reminders: false });
  await byMail.click();
  await expect.poll(kept).toEqual({ email_reminders: true, text_reminders: false });
});

test('a phone number is entered and confirmed with a texted code, and then texts can be agreed to @phone', async ({
  page,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Noemi');
  const entry = page.getByRole('region', { name: 'Phone number' });
  await expect(entry.getByText('We have no phone number for you.')).toBeVisible();
  await entry.getByRole('button', { name: 'Add a phone number' }).click();
  await entry.getByLabel('Phone number').fill('555');
  await entry.getByRole('button', { name: 'Text me a code' }).click();
  await expect(entry.getByText('Enter a 10-digit US number, or + and the country code first.')).toBeVisible();
  const digits = String(Date.now()).slice(-7);
  const written = `(212) ${digits.slice(0, 3)}-${digits.slice(3)}`;
  await entry.getByLabel('Phone number').fill(written);
  await entry.getByRole('button', { name: 'Text me a code' }).click();
  const phone = `+1212${digits}`;
  await expect(entry.getByText(`We texted a code to ${written}. It works for 10 minutes.`)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(async () => (await clinic.mail(phone)).length).toBe(1);
  const [text] = await clinic.mail(phone);
  const [code] = /\d{6}/.exec(text!.text)!;
  const kept = async () =>
    (await clinic.sql('select customer_phone from public.customers where customer_email = $1', [email]))[0];
  await entry.getByLabel('Confirmation code').fill(code === '000000' ? '000001' : '000000');
  await entry.getByRole('button', { name: 'Confirm number' }).click();
  await expect(entry.getByText('That code is wrong or has expired.')).toBeVisible();
  expect(await kept()).toEqual({ customer_phone: null });
  await entry.getByLabel('Confirmation code').fill(code);
  await entry.getByRole('button', { name: 'Confirm number' }).click();
  await expectToast(page, 'Phone number confirmed', "We'll use it from now on.");
  await expect(entry.getByText(written)).toBeVisible();
  expect(await kept()).toEqual({ customer_phone: phone });
  await expect(
    page.getByRole('switch', { name: 'Text messages about appointments and next steps' }),
  ).not.toBeChecked();
});

test('email and text notices of new messages are separate choices @long', async ({ page, clinic }) => {
  const email = await openAccount(page, clinic, 'Mira');
  const kept = async () =>
    (
      await clinic.sql(
        'select message_emails, message_texts, sms_consent from public.customers where customer_email = $1',
        [email],
      )
    )[0];
  const byMail = page.getByRole('switch', { name: 'Email when you have a new message' });
  const byText = page.getByRole('switch', { name: 'Text when you have a new message' });
  await expect(byMail).toBeChecked();
  await expect(byText).toHaveCount(0);
  await byMail.click();
  await expect.poll(kept).toEqual({ message_emails: false, message_texts: false, sms_consent: false });
  await clinic.sql(`update public.customers set customer_phone = '+1 555 0100' where customer_email = $1`, [
    email,
  ]);
  await page.reload();
  await expect(byText).not.toBeChecked();
  await byText.click();
  await expect.poll(kept).toEqual({ message_emails: false, message_texts: true, sms_consent: false });
});

test('consents on My Account: two are permanent, two can change, and the history shows when @long', async ({
  page,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Cleo');
  const consents = card(page, 'Privacy and consents');
  const sharing = consents.getByRole('switch', { name: /^Sharing medical summaries/ });
  await expect(consents.getByRole('switch')).toHaveCount(1);
  await expect(sharing).not.toBeChecked();
  await consents.getByRole('button', { name: 'Change history' }).click();
  await sharing.click();
  await expect(sharing).toBeChecked();
  await expect(
    consents.getByText('Sharing medical summaries with other healthcare providers: given'),
  ).toBeVisible();
  await sharing.click();
  await expect(
    consents.getByText('Sharing medical summaries with other healthcare providers: withdrawn'),
  ).toBeVisible();
  const [row] = await clinic.sql('select research_consent from public.customers where customer_email = $1', [
    email,
  ]);
  expect(row).toEqual({ research_consent: false });
  await expectAccessible(page);
});

test('a failure is reported once, and nothing has changed @long', async ({ page, clinic }) => {
  const email = await clinic.patient('Faye');
  const failing = /^\/(functions\/v1\/export-my-data|rest\/v1\/(customers|audit_log))/;
  const broken = await inFrontOf(clinic.url, (request, response) => {
    const path = failing.exec(request.url ?? '')?.[0];
    if (!path || (path.endsWith('customers') && request.method !== 'PATCH')) return false;
    return answers(path, 400)(request, response);
  });
  await signIn(page, { ...clinic, url: broken.url }, email);
  await page.goto(`${broken.url}/account`);
  await page.getByRole('button', { name: 'Download JSON' }).click();
  await expectToast(page, 'Error', 'Failed to prepare your download. Please try again.');
  const byMail = page.getByRole('switch', { name: 'Email reminders before calls' });
  await byMail.click();
  await expectToast(page, 'Error', 'Failed to save your choice. Please try again.');
  await expect(byMail).toBeChecked();
  await page.getByRole('button', { name: 'Who opened my record' }).click();
  await expect(page.getByText('We can’t show this list right now. Please try again later.')).toBeVisible();
  await broken.close();
});
