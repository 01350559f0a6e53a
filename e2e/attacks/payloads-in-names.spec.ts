import type { Page } from '@playwright/test';
import { bookingNotifications } from '../../domain/notifications/booking-notifications.ts';
import {
  cancellationNotifications,
  moveNotifications,
} from '../../domain/notifications/change-notifications.ts';
import { leavingEmail, stayingEmail } from '../../domain/notifications/leaving-emails.ts';
import { anAppointment, SENDER } from '../../domain/notifications/testing.ts';
import { DAY } from '../../domain/time/instant.ts';
import { bookCall, hostLink } from '../support/call-steps.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { dangers, PAYLOAD_LINES, XSS_PAYLOADS } from '../support/xss-payloads.ts';

/**
 * Everywhere a patient's name is shown, at the same time: three windows that receive a new name, and the
 * host's.
 */
async function openEverywhere(page: Page, clinic: Clinic) {
  const call = await bookCall(clinic);
  await signIn(page, clinic, call.email);
  const open = async (path: string) => {
    const window = await page.context().newPage();
    await window.goto(path);
    return window;
  };
  const [account, walkthrough, host] = [await open('/account'), await open('/onboarding'), await open('/')];
  await page.goto('/home');
  return { call, home: page, account, walkthrough, host, link: await hostLink(clinic, call) };
}

/** At maximum length. */
const cut = (name: string) => Array.from(name).slice(0, 100).join('');

async function expectHarmlessNames(page: Page, clinic: Clinic, names: readonly string[]): Promise<void> {
  const { call, home, account, walkthrough, host, link } = await openEverywhere(page, clinic);
  for (const [index, name] of names.entries()) {
    const [first, last] = [cut(name), cut(names[names.length - 1 - index]!)];
    await clinic.sql(
      'update public.customers set customer_first_name = $2, customer_last_name = $3 where customer_email = $1',
      [call.email, first, last],
    );
    await host.goto(link);
    for (const window of [home, account, walkthrough, host])
      await expect(window.locator('#root')).toContainText(first);
    await expect(account.locator('#root')).toContainText(last);
    for (const window of [home, account, walkthrough, host]) expect(await dangers(window)).toEqual([]);
  }
}

test('payloads as a patient’s names: none runs on Home, in the walkthrough, on My Account or for the host', ({
  page,
  clinic,
}) =>
  expectHarmlessNames(
    page,
    clinic,
    PAYLOAD_LINES.filter((_, index) => index % 30 === 0),
  ));

test(`all ${XSS_PAYLOADS.length} payloads as a patient’s names`, { tag: '@long' }, ({ page, clinic }) => {
  test.slow();
  return expectHarmlessNames(page, clinic, PAYLOAD_LINES);
});

test(`${XSS_PAYLOADS.length} payloads as the names of hosts: none runs in Upcoming Calls @long`, async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Mallory');
  await clinic.sql(
    `with host as (
       insert into public.care_team (name, role, email, time_zone, active)
       select left(payload, 100), 'coach', 'payload-' || position || '@clinic.example', 'UTC', false
       from unnest($2::text[]) with ordinality as names (payload, position) returning id, email)
     insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select user_id, host.id, types.id, at, at + interval '30 minutes', at + interval '30 minutes'
     from public.customers, public.appointment_types as types, host,
       lateral (select now() + split_part(split_part(host.email, '@', 1), '-', 2)::int * interval '1 hour' as at) as times
     where customer_email = $1 and slug = 'initial-consultation'`,
    [email, PAYLOAD_LINES],
  );
  await signIn(page, clinic, email);
  await page.goto('/support');
  const calls = page.getByRole('region', { name: 'Upcoming Calls' }).getByRole('listitem');
  await expect(calls).toHaveCount(XSS_PAYLOADS.length);
  await expect(calls.first()).toContainText(PAYLOAD_LINES[0]!);
  expect(await dangers(page)).toEqual([]);
});

test(`${XSS_PAYLOADS.length} payloads as names in every email: none runs in an email reader @long`, async ({
  page,
}) => {
  const now = anAppointment().startsAt - 3 * DAY;
  const mailsOf = (name: string) => {
    const host = { ...anAppointment().host, name };
    const call = anAppointment({ host }, { firstName: name, lastName: name });
    return [
      ...bookingNotifications(call, SENDER, now),
      ...moveNotifications({ from: call, to: { ...call, startsAt: call.startsAt + DAY } }, SENDER, now),
      ...cancellationNotifications(call, SENDER, now),
      leavingEmail({ firstName: name, leavesAt: now, timeZone: 'UTC', accountLink: 'https://x.example' }),
      stayingEmail(name),
    ].flatMap(({ html }) => html ?? []);
  };
  const mails = XSS_PAYLOADS.flatMap(mailsOf);
  expect(mails.length).toBeGreaterThan(10 * XSS_PAYLOADS.length);
  const bodies = mails.map((mail) => /<body[^>]*>(.*)<\/body>/s.exec(mail)![1]);
  // Hidden, because laying out thousands of emails takes longer than reading them.
  await page.setContent(`<body hidden>${bodies.join('')}`);
  await expect(page.locator('h1')).toHaveCount(mails.length);
  await expect(page.locator('body')).toContainText(`Hello ${XSS_PAYLOADS[0]},`);
  expect(await dangers(page, 'body')).toEqual([]);
});
