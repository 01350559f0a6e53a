import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aCall, SENDER } from '../domain/messages/testing.ts';
import { confirmationMail } from '../domain/messages/call-mails.ts';
import { signInCodeMail } from './mail/sign-in-code.ts';
import { aClinic, daysAhead } from './functions/testing/clinic.ts';
import { newPatient } from './testing/patient.ts';
import { withTestServer } from './testing/test-server.ts';
test('speed', async () => {
  const server = await withTestServer();
  const clinic = await aClinic(server.database, { hosts: 50, horizon: 300 });
  const patient = await newPatient(server);
  const p2 = await newPatient(server);
  const c = await server.database.connect();
  await c.query('alter table public.appointments disable trigger all');
  await c.query(`alter table public.appointments drop constraint one_call_per_patient_at_a_time`);
  await c.query(`insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
    select $1, h, $2, t, t + interval '30 minutes', t + interval '30 minutes'
    from unnest($3::uuid[]) h, generate_series(date_trunc('day', now()) - interval '190 days', date_trunc('day', now()) + interval '10 days', interval '30 minutes') t
    where extract(hour from t at time zone 'utc') between 8 and 12`, [p2.id, clinic.typeId, clinic.hostIds]);
  await c.query('analyze');
  await c.end();
  const n = await server.database.query('select count(*) from public.appointments');

  const from = new Date(daysAhead(3, '00:00')).toISOString(), until = new Date(daysAhead(4, '00:00') - 1).toISOString();
  const time = async (f: () => Promise<unknown>) => { for (let i = 0; i < 20; i++) await f(); const a: number[] = []; for (let i = 0; i < 100; i++) { const t = performance.now(); await f(); a.push(performance.now() - t); } return a.sort((x, y) => x - y)[20]; };
  const q = (text: string, v: unknown[] = []) => time(() => server.database.query(text, v));
  const H = `from public.appointment_types type join public.appointment_type_hosts offer on offer.appointment_type_id = type.id join public.care_team host on host.id = offer.host_id where type.slug = '${clinic.slug}' and host.active`;
  const B = (sel: string, lo: string, hi: string) => `(select ${sel} from public.appointments where host_id = host.id and status = 'booked' and starts_at between ${lo} and ${hi})`;
  const wide = [`$1::timestamptz - interval '32 hours'`, `$2::timestamptz + interval '26 hours'`] as const;
  const day = [`((($1::timestamptz at time zone host.time_zone)::date)::timestamp at time zone host.time_zone) - interval '6 hours'`, `((($2::timestamptz at time zone host.time_zone)::date + 1)::timestamp at time zone host.time_zone) + interval '6 hours'`] as const;
  const PAIR = `coalesce(json_agg(json_build_array(date_part('epoch', starts_at) * 1000, date_part('epoch', busy_until) * 1000)), '[]')`;
  const FLAT = `array_to_string(array_agg(date_part('epoch', starts_at) * 1000 || ',' || date_part('epoch', busy_until) * 1000), ',')`;
  const ARR = `json_build_array(array_agg(date_part('epoch', starts_at) * 1000), array_agg(date_part('epoch', busy_until) * 1000))`;
  const INT = `json_build_array(array_agg(extract(epoch from starts_at)::integer / 60), array_agg(extract(epoch from busy_until)::integer/60))`;
  const out = {
    nothing: await q('select 1'),
    hosts: await q(`select json_agg(json_build_object('id', host.id, 'name', host.name)) ${H}`),
    hours: await q(`select json_agg(json_build_object('id', host.id, 'h', (select json_agg(json_build_object('weekday', weekday, 'from', to_char(starts_at, 'HH24:MI'), 'until', to_char(ends_at, 'HH24:MI'))) from public.availability where host_id = host.id))) ${H}`),
    hoursArr: await q(`select json_agg(json_build_object('id', host.id, 'h', (select json_agg(json_build_array(weekday, starts_at, ends_at)) from public.availability where host_id = host.id))) ${H}`),
    widePairs: await q(`select json_agg(json_build_object('id', host.id, 'b', ${B(PAIR, ...wide)})) ${H}`, [from, until]),
    dayPairs: await q(`select json_agg(json_build_object('id', host.id, 'b', ${B(PAIR, ...day)})) ${H}`, [from, until]),
    dayArr: await q(`select json_agg(json_build_object('id', host.id, 'b', ${B(ARR, ...day)})) ${H}`, [from, until]),
    dayInt: await q(`select json_agg(json_build_object('id', host.id, 'b', ${B(INT, ...day)})) ${H}`, [from, until]),
    dayFlat: await q(`select json_agg(json_build_object('id', host.id, 'b', ${B(FLAT, ...day)})) ${H}`, [from, until]),
    dayCount: await q(`select json_agg(json_build_object('id', host.id, 'b', ${B('count(*)', ...day)})) ${H}`, [from, until]),
    all: await q('select public.scheduling_facts($1,$2,$3,$4)', [patient.id, clinic.slug, from, until]),
  };
  process.stderr.write(`SPEED ${JSON.stringify(out, null, 1)}\n`);
  writeFileSync('/tmp/probe/mail.html', confirmationMail(aCall(), SENDER).html);
  writeFileSync('/tmp/probe/code.html', signInCodeMail('042317', 10).html);
  expect(1).toBe(1);
});
