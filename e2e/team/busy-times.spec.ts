import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, test } from '../support/fixtures.ts';
import { takesCalls } from '../support/team-calendar-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

test('a coach sees the busy times of their own calendar, sees that it can’t be read, and disconnects it', async ({
  page,
  clinic,
}) => {
  const coach = await joinTeam(page, clinic, 'coach');
  await takesCalls(clinic, coach.email);
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
