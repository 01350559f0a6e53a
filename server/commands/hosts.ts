import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';
import { ChangedHost, Day, HostEmail, NewHost } from './care-options.ts';
import { CommandProblem, read, refuseNoChange, table, type Command } from './command-line.ts';
import { dayName, parseDays, parseHours } from './parse-hours.ts';

type Options = Record<string, string | undefined>;

const OneHost = z.object({ host: HostEmail });
const DaysOff = z.object({ host: HostEmail, date: Day, until: z.optional(Day) });

/** Everyone who takes calls, with hours and upcoming days off. */
export const listHosts: Command = async (database) => {
  const { rows } = await database.query<Record<string, string>>(
    `select name, role, email, time_zone, active::text,
       coalesce((select string_agg(weekday || ' ' || left(starts_at::text, 5) || '-' || left(ends_at::text, 5), ','
         order by weekday, starts_at) from public.availability where host_id = care_team.id), '') as hours,
       coalesce((select string_agg(day::text, ', ' order by day) from public.days_off
         where host_id = care_team.id and day >= current_date), '') as off
     from public.care_team where role <> 'administrator' and deactivated_at is null order by name, email`,
  );
  if (rows.length === 0) return ['No one takes calls yet. Add someone with: npm run availability -- add …'];
  return rows.flatMap(describeHost);
};

function describeHost({
  name,
  role,
  email,
  time_zone: zone,
  active,
  hours,
  off,
}: Record<string, string>): string[] {
  const lines = table(hoursByDay(hours!)).map((line) => `  ${line}`);
  const who = `${name}, ${role}, ${email}, ${zone}${active === 'true' ? '' : ' (takes no new calls)'}`;
  return [who].concat(lines, off ? `  off  ${off}` : []);
}

function hoursByDay(text: string): string[][] {
  if (text === '') return [['no hours']];
  const byDay = Map.groupBy(text.split(','), (block) => Number(block.slice(0, 1)));
  return [...byDay].map(([weekday, blocks]) => [
    dayName(weekday),
    blocks.map((block) => block.slice(2)).join(', '),
  ]);
}

export function addHost(options: Options): Command {
  const { host, name, role, zone, bio } = read(NewHost, options);
  return async (database) => {
    const { rowCount } = await database.query(
      `insert into public.care_team (email, name, role, time_zone, bio) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [host, name, role, zone, bio ?? ''],
    );
    if (rowCount === 0) throw new CommandProblem(`${host} already takes calls. Use change instead of add.`);
    return [
      `Added ${name}. Now set the hours: npm run availability -- hours --host ${host} --days mon-fri --hours 09:00-17:00`,
    ];
  };
}

export function changeHost(options: Options): Command {
  const { host, name, role, zone, bio } = read(ChangedHost, options);
  refuseNoChange(host, { name, role, zone, bio });
  return async (database) => {
    await hostIdOf(database, host);
    await database.query(
      `update public.care_team set name = coalesce($2, name), role = coalesce($3, role),
         time_zone = coalesce($4, time_zone), bio = coalesce($5, bio) where email = $1`,
      [host, name ?? null, role ?? null, zone ?? null, bio ?? null],
    );
    return [`Changed ${host}.`];
  };
}

/** Replaces the hours of the given days; booked calls stay. */
export function setHours(options: Options): Command {
  const { host } = read(OneHost, options);
  const [days, blocks] = [parseDays(options['days']), parseHours(options['hours'])];
  return async (database) => {
    const id = await hostIdOf(database, host);
    await database.transaction(async (query) => {
      await query('delete from public.availability where host_id = $1 and weekday = any ($2)', [id, days]);
      await query(
        `insert into public.availability (host_id, weekday, starts_at, ends_at)
         select $1, weekday, block.starts, block.ends from unnest($2::integer[]) as weekday,
           unnest($3::time[], $4::time[]) as block (starts, ends)`,
        [id, days, blocks.map(({ from }) => from), blocks.map(({ until }) => until)],
      );
    });
    const hours = blocks.map(({ from, until }) => `${from}-${until}`).join(', ') || 'no hours';
    return [`${host}: ${days.map(dayName).join(', ')} ${hours}. Booked calls stay.`];
  };
}

export function takeDaysOff(options: Options): Command {
  const { host, date, until = date } = read(DaysOff, options);
  if (until < date) throw new CommandProblem('--until: the last day is before the first');
  return async (database) => {
    const id = await hostIdOf(database, host);
    await database.query(
      `insert into public.days_off (host_id, day)
       select $1, day::date from generate_series($2::date, $3::date, interval '1 day') as day on conflict do nothing`,
      [id, date, until],
    );
    return [
      `${host} is off ${date === until ? date : `from ${date} until ${until}`}.`,
      ...(await stillBooked(database, id, date, until)),
    ];
  };
}

export function workAgain(options: Options): Command {
  const { host, date, until = date } = read(DaysOff, options);
  return async (database) => {
    const { rowCount } = await database.query(
      'delete from public.days_off where host_id = $1 and day between $2 and $3',
      [await hostIdOf(database, host), date, until],
    );
    if (rowCount === 0) throw new CommandProblem(`${host} had no day off then.`);
    return [`${host} works again on ${rowCount} ${rowCount === 1 ? 'day' : 'days'}.`];
  };
}

/** Someone who is away is not offered; their booked calls stay. */
export function setActive(options: Options, active: boolean): Command {
  const { host } = read(OneHost, options);
  return async (database) => {
    const id = await hostIdOf(database, host);
    await database.query('update public.care_team set active = $2 where id = $1', [id, active]);
    if (active) return [`${host} takes calls again.`];
    return [`${host} takes no new calls.`, ...(await stillBooked(database, id))];
  };
}

export async function hostIdOf(database: Database, email: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>('select id from public.care_team where email = $1', [
    email,
  ]);
  if (!rows[0])
    throw new CommandProblem(
      `No one with the address ${email} takes calls. npm run availability -- list shows who does.`,
    );
  return rows[0].id;
}

/** No call is canceled silently: a person has to talk to the patient. The call in progress is included. */
export async function stillBooked(
  database: Database,
  id: string,
  first = '-infinity',
  last = 'infinity',
): Promise<string[]> {
  const { rows } = await database.query<{ at: string; kind: string; zone: string; patient: string }>(
    `select to_char(starts_at at time zone care_team.time_zone, 'YYYY-MM-DD HH24:MI') as at,
       appointment_types.name as kind, care_team.time_zone as zone,
       coalesce(nullif(concat_ws(' ', customer_first_name, customer_last_name), ''), customer_email) as patient
     from public.appointments join public.care_team on care_team.id = host_id
     join public.appointment_types on appointment_types.id = appointment_type_id
     join public.customers on customers.user_id = appointments.user_id
     where host_id = $1 and appointments.status = 'booked' and ends_at > now()
       and (starts_at at time zone care_team.time_zone)::date between $2::date and $3::date order by starts_at`,
    [id, first, last],
  );
  if (rows.length === 0) return [];
  return [
    'Still booked; contact these patients:',
    ...rows.map(({ at, kind, zone, patient }) => `  ${at} ${zone}, ${kind}, ${patient}`),
  ];
}
