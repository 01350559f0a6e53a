import { LINKED_APPOINTMENT_TYPES } from '../../domain/booking/linked-appointment-types.ts';
import type { Database } from '../database/database.ts';
import { nearestName } from '../edit-distance.ts';
import { ChangedType, NewType, OneType, TypeHost } from './care-options.ts';
import { CommandProblem, read, refuseNoChange, table, type Command } from './command-line.ts';
import { hostIdOf } from './hosts.ts';

type Options = Record<string, string | undefined>;

export const listTypes: Command = async (database) => {
  const { rows } = await database.query<Record<string, string>>(
    `select slug, name, duration_minutes::text, buffer_minutes::text, minimum_notice_minutes::text, horizon_days::text,
       interaction_type, case when is_hidden then 'yes' else '' end as hidden, coalesce((select string_agg(care_team.email, ', ' order by care_team.email)
         from public.appointment_type_hosts as offer join public.care_team on care_team.id = offer.host_id
         where offer.appointment_type_id = appointment_types.id), 'nobody') as hosts
     from public.appointment_types order by slug`,
  );
  if (rows.length === 0)
    return ['There are no call types yet. Add one with: npm run appointment-types -- add …'];
  return table([
    ['slug', 'name', 'minutes', 'buffer', 'notice', 'horizon', 'interaction', 'hidden', 'hosts'],
    ...rows.map((row) => Object.values(row)),
  ]);
};

export function addType(options: Options): Command {
  const {
    slug,
    name,
    description,
    minutes,
    buffer = '0',
    notice = '0',
    horizon = '60',
    interaction,
    neutral = null,
  } = read(NewType, options);
  return async (database) => {
    const { rowCount } = await database.query(
      `insert into public.appointment_types (slug, name, description, duration_minutes, buffer_minutes,
         minimum_notice_minutes, horizon_days, interaction_type, neutral_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [slug, name, description, minutes, buffer, notice, horizon, interaction, neutral],
    );
    if (rowCount === 0) throw new CommandProblem(`${slug} already exists. Use change instead of add.`);
    return [
      `Added ${slug}. Now set who takes it: in the workspace, under People, or with npm run appointment-types -- add-host --slug ${slug} --host …`,
      ...misspeltSlug(slug),
    ];
  };
}

const MAX_SLUG_DIFFERENCE = 3;

function misspeltSlug(slug: string): string[] {
  if (LINKED_APPOINTMENT_TYPES.some((linked) => linked === slug)) return [];
  const linked = nearestName(slug, LINKED_APPOINTMENT_TYPES, MAX_SLUG_DIFFERENCE);
  if (!linked) return [];
  return [
    `Patients are led to ${linked}, and not to ${slug}. If that was meant: ` +
      `npm run appointment-types -- remove --slug ${slug}, then add ${linked}.`,
  ];
}

/** Booked calls keep their length. */
export function changeType(options: Options): Command {
  const { slug, ...changes } = read(ChangedType, options);
  refuseNoChange(slug, changes);
  return async (database) => {
    await idOf(database, slug);
    await database.query(
      `update public.appointment_types set version = version + 1, name = coalesce($2, name), description = coalesce($3, description),
         duration_minutes = coalesce($4, duration_minutes), buffer_minutes = coalesce($5, buffer_minutes),
         minimum_notice_minutes = coalesce($6, minimum_notice_minutes), horizon_days = coalesce($7, horizon_days),
         interaction_type = coalesce($8, interaction_type), neutral_name = coalesce($9, neutral_name)
       where slug = $1`,
      [
        slug,
        ...(
          ['name', 'description', 'minutes', 'buffer', 'notice', 'horizon', 'interaction', 'neutral'] as const
        ).map((option) => changes[option] ?? null),
      ],
    );
    return [`Changed ${slug}. Booked calls keep their length.`];
  };
}

export function removeType(options: Options): Command {
  const { slug } = read(OneType, options);
  return async (database) => {
    const id = await idOf(database, slug);
    const { rowCount } = await database.query(
      `delete from public.appointment_types where id = $1
         and not exists (select from public.appointments where appointment_type_id = $1)`,
      [id],
    );
    if (rowCount === 0) {
      throw new CommandProblem(
        `${slug} has calls, so it stays. To stop offering it, remove its hosts with remove-host.`,
      );
    }
    return [`Removed ${slug}.`];
  };
}

export const hideType = (options: Options): Command => setHidden(options, true);
export const showType = (options: Options): Command => setHidden(options, false);

function setHidden(options: Options, isHidden: boolean): Command {
  const { slug } = read(OneType, options);
  if (isHidden && LINKED_APPOINTMENT_TYPES.some((linked) => linked === slug))
    throw new CommandProblem(`The portal leads patients to ${slug}, so it can’t be hidden.`);
  return async (database) => {
    await idOf(database, slug);
    await database.query(
      'update public.appointment_types set is_hidden = $2, version = version + 1 where slug = $1',
      [slug, isHidden],
    );
    return [isHidden ? `Hid ${slug}. Booked calls stay.` : `Patients can book ${slug} again.`];
  };
}

export function addTypeHost(options: Options): Command {
  const { slug, host } = read(TypeHost, options);
  return async (database) => {
    const [typeId, hostId] = [await idOf(database, slug), await hostIdOf(database, host)];
    await database.query('insert into public.appointment_type_hosts values ($1, $2) on conflict do nothing', [
      typeId,
      hostId,
    ]);
    return [`${host} takes ${slug}.`];
  };
}

export function removeTypeHost(options: Options): Command {
  const { slug, host } = read(TypeHost, options);
  return async (database) => {
    const { rowCount } = await database.query(
      'delete from public.appointment_type_hosts where appointment_type_id = $1 and host_id = $2',
      [await idOf(database, slug), await hostIdOf(database, host)],
    );
    if (rowCount === 0) throw new CommandProblem(`${host} did not take ${slug}.`);
    return [`${host} takes no new ${slug}. Booked calls stay.`];
  };
}

async function idOf(database: Database, slug: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    'select id from public.appointment_types where slug = $1',
    [slug],
  );
  if (!rows[0]) {
    throw new CommandProblem(
      `There is no call type named ${slug}. npm run appointment-types -- list shows all.`,
    );
  }
  return rows[0].id;
}
