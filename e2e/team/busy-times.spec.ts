import { expectAccessible } from '../support/accessibility-checks.ts';
import { callTest as test } from '../support/call-steps.ts';
import { expect, signIn } from '../support/fixtures.ts';
import { assignTo, knownPatient } from '../support/patient-steps.ts';
import { takesCalls, worksEveryDay } from '../support/team-calendar-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

test('a coach sees the busy times of their own calendar, which no patient is offered, sees that it can’t be read, and disconnects it', async ({
  page,
  clinic,
  person,
}) => {
  test.slow();
  const coach = await joinTeam(page, clinic, 'coach');
  await takesCalls(clinic, coach.email);
  await worksEveryDay(clinic, coach.email);
  await page.goto('/team/account');
  const section = page.getByRole('region', { name: 'Busy times' });
  await section.getByLabel('Address of your calendar').fill('https://127.0.0.1/basic.ics');
  await section.getByRole('button', { name: 'Connect' }).click();
  await expect(section.getByText('This address isn’t one of a calendar on the internet.')).toBeVisible();
  await expectAccessible(page);

  // Written like the schedule does, because no story reads another server.
  await clinic.sql(
    `with person as (select id from public.care_team where email = $1),
     connected as (
       insert into private.busy_calendars (person_id, address, ask_after, read_at)
       select id, 'https://calendar.example.com/a.ics', 'infinity', now() from person returning person_id)
     insert into private.busy_times (person_id, starts_at, ends_at)
     select person_id, at, at + interval '1 hour' from connected,
       (select (date_trunc('day', now() at time zone 'America/New_York') + interval '1 day 12 hours') at time zone 'America/New_York' as at) as noon`,
    [coach.email],
  );
  await page.reload();
  await expect(section.getByText('calendar.example.com')).toBeVisible();
  const [tomorrow] = await clinic.sql(
    `select to_char((now() at time zone 'America/New_York') + interval '1 day', 'YYYY-MM-DD') as day`,
  );
  await page.goto(`/team/calendar?view=day&from=${String(tomorrow!['day'])}`);
  await expect(page.getByText('Busy 12:00 pm to 1:00 pm')).toBeVisible();
  // The coach's own patient is offered the coach's times.
  const patient = await person();
  const robin = await knownPatient(clinic, 'Robin');
  await assignTo(clinic, robin, coach.email);
  await signIn(patient, clinic, robin.email);
  await patient.goto(`${clinic.url}/schedule?appointmentType=clinical-coach-support-call`);
  await patient.getByRole('button', { name: 'Next day' }).click();
  const offered = (time: string) =>
    patient.getByRole('region', { name: 'Available times' }).getByRole('button', { name: time, exact: true });
  for (const time of ['11:30 am', '1:00 pm']) await expect(offered(time)).toBeVisible();
  for (const time of ['11:45 am', '12:00 pm', '12:15 pm', '12:30 pm', '12:45 pm'])
    await expect(offered(time)).toHaveCount(0);

  await clinic.sql(
    `update private.busy_calendars set problem = 'unreachable', failing_since = now()
     where person_id = (select id from public.care_team where email = $1)`,
    [coach.email],
  );
  await page.goto('/team/account');
  await expect(
    section.getByText(/^We couldn’t reach this calendar\. Since .+ it blocks no booking\.$/),
  ).toBeVisible();
  await section.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog', { name: 'Disconnect' }).getByRole('button', { name: 'Disconnect' }).click();
  await expect(section.getByLabel('Address of your calendar')).toBeVisible();
});
