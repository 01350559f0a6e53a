import type { Locator, Page } from '@playwright/test';
import { healthWordsIn, type Allowed } from '../../server/testing/health-words.ts';
import { expect, test, type Clinic } from '../support/fixtures.ts';
import { begin } from '../support/logging-steps.ts';
import { knownPatient, type Known } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const OFFERED = 'People says who takes which calls, for no patient';
/** Where an administrator's screen may show such a word, and why it reveals nothing about a patient. */
const ALLOWED: Allowed = {
  '/team/people': { consultation: OFFERED, review: OFFERED, 'support call': OFFERED, treatment: OFFERED },
};

/** A patient in mid-treatment with something of every type, and a call tomorrow. */
async function aWholeLife(clinic: Clinic, { id, email }: Known): Promise<void> {
  await begin(clinic, email, 1);
  await clinic.sql(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
     values ($1, 'PREGNANCY', 'positive', 1, now() - interval '1 day', current_date - 1),
       ($1, 'PREGNANCY', 'negative', 1, now(), current_date)`,
    [id],
  );
  await clinic.sql(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
     values ($1, '{pain}', 'strong', current_date, true)`,
    [id],
  );
  await clinic.sql(
    `insert into public.medical_notes (user_id, title, noted_on, content)
     values ($1, 'After the loss', current_date, 'We spoke about the next cycle.')`,
    [id],
  );
  await clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select $1, host_id, appointment_type_id, at, at + interval '30 minutes', at + interval '30 minutes'
     from public.appointment_type_hosts, (select date_trunc('hour', now()) + interval '1 day' as at) as chosen limit 1`,
    [id],
  );
}

/** All text of a screen: visible, read aloud, and in the options of a list. */
const saidOn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('option')].map(({ text }) => text),
      ...['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)!),
      ),
    ].join('\n'),
  );

test('no administrator page contains a health-related word @long', async ({ page, clinic }) => {
  test.slow();
  const ada = await knownPatient(clinic, 'Ada');
  await aWholeLife(clinic, ada);
  await joinTeam(page, clinic, 'administrator');
  const found: string[] = [];
  const look = async (path: string, what: string) => {
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    const words = healthWordsIn(await saidOn(page), ALLOWED[path]);
    found.push(...words.map((word) => `${path}, ${what}: ${word}`));
  };
  const open = async (path: string, heading: string, query = '') => {
    await page.goto(`${path}${query}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await look(path, 'the page');
  };
  const openDialog = async (path: string, button: Locator) => {
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(path, (await page.getByRole('dialog').getAttribute('aria-label')) ?? 'a dialog');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await look('/team', 'the page');

  await open('/team/patients', 'Patients', `?search=${encodeURIComponent(ada.email)}`);
  await expect(page.getByText(ada.name)).toBeVisible();
  await look('/team/patients', 'the patient in the list');
  await open(`/team/patients/${ada.id}`, ada.name);

  const [call] = await clinic.sql(
    `select host_id as host, to_char(starts_at at time zone 'America/New_York', 'YYYY-MM-DD') as day
     from public.appointments where user_id = $1`,
    [ada.id],
  );
  await open('/team/calendar', 'Calendar', `?person=${String(call!['host'])}&from=${String(call!['day'])}`);
  const own = page.getByRole('listitem').filter({ hasText: ada.name }).last();
  await expect(own).toBeVisible();
  await look('/team/calendar', 'the week of the call');
  for (const act of ['Reschedule', 'Reassign', 'Cancel call'])
    await openDialog('/team/calendar', own.getByRole('button', { name: act }));
  for (const act of ['Hours', 'Absence'])
    await openDialog('/team/calendar', page.getByRole('button', { name: act, exact: true }));

  await open('/team/invitations', 'Invitations', `?search=${encodeURIComponent(ada.email)}`);
  await expect(page.getByText(ada.email)).toBeVisible();
  await look('/team/invitations', 'the patient in the list');
  await openDialog('/team/invitations', page.getByRole('button', { name: 'Kit' }));
  await openDialog('/team/invitations', page.getByRole('button', { name: 'Invite', exact: true }));

  await open('/team/people', 'People');
  await openDialog('/team/people', page.getByRole('button', { name: 'Invite', exact: true }));
  await openDialog('/team/people', page.getByRole('button', { name: 'Calls' }).first());

  await open('/team/access-log', 'Access log');
  await expect(page.getByRole('row').filter({ hasText: ada.name }).first()).toBeVisible();
  await look('/team/access-log', 'the patient in the log');
  expect(found).toEqual([]);
});
