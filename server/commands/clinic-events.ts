import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { isoFromInstant } from '../../domain/time/instant.ts';
import { instantOf, localDateTime } from '../../domain/time/local.ts';
import { UNSET_CLINIC_ZONE } from '../../domain/time/zone.ts';
import { line, text, Zone } from './care-options.ts';
import { clinicZone } from './clinic-zone.ts';
import { CommandProblem, read, table, type Command } from './command-line.ts';

type Options = Record<string, string | undefined>;

const WHEN = 'a day and a time such as 2027-01-21T19:00 are needed';
const NO_LINK = 'a web address that starts with https://';
const OneEvent = z.object({
  id: z
    .string('a short name is needed, such as winter-evening')
    .check(z.regex(/^[a-z0-9-]{1,100}$/, 'use small letters, digits and hyphens, at most 100')),
});
const ClinicEvent = z.extend(OneEvent, {
  title: line(200, 'a title is needed'),
  description: text(1000, 'a description is needed'),
  at: z.iso
    .datetime({ local: true, precision: -1, error: WHEN })
    .check(z.refine((at) => !at.endsWith('Z'), 'leave out the Z: the time is in --zone')),
  zone: Zone,
  link: z.optional(z.string().check(z.maxLength(2_000, NO_LINK), z.regex(/^https:\/\/[^\s/]/, NO_LINK))),
  file: z.optional(z.string()),
});

const Listing = z.object({ zone: z.optional(Zone) });

/** In the given zone, else the clinic's own. */
export function listEvents(options: Options, fromEnvironment?: string): Command {
  const { zone: named } = read(Listing, options);
  return async (database) => {
    const found = named ?? (await clinicZone(database, fromEnvironment));
    const zone = found ?? UNSET_CLINIC_ZONE;
    const otherZone = found
      ? ''
      : ' For your clinic’s times, use --zone America/Chicago or set the time zone under Clinic.';
    const { rows } = await database.query<Record<string, string>>(
      `select id, coalesce(to_char(event_date at time zone $1, 'YYYY-MM-DD HH24:MI'), 'no date') as at, title
       from public.blog_articles where collection_handle = 'events' order by event_date desc nulls last, id`,
      [zone],
    );
    if (rows.length === 0) return ['There are no events yet. Publish one with: npm run events -- publish …'];
    return [`Times are those of ${zone}.${otherZone}`, ...table(rows.map((row) => Object.values(row)))];
  };
}

/** A new event, or changes to one: where to sign up, and later where its recording is. */
export function publishEvent(options: Options): Command {
  const { id, title, description, at, zone, link, file } = read(ClinicEvent, options);
  const startsAt = instantOf(at.slice(0, 10), at.slice(11), zone);
  const body = file === undefined ? '' : textOf(file);
  return async (database) => {
    await database.query(
      `insert into public.blog_collections (handle, title, url) values ('events', 'Events', '/learn?collection=events')
       on conflict do nothing`,
    );
    const { rowCount } = await database.query(
      `insert into public.blog_articles (id, collection_handle, title, description, link, body, event_date)
       values ($1, 'events', $2, $3, $4, $5, $6)
       on conflict (id) do update set title = excluded.title, description = excluded.description, link = excluded.link,
         body = excluded.body, event_date = excluded.event_date, published_at = now()
       where blog_articles.collection_handle = 'events'`,
      [id, title, description, link ?? `/learn/articles/${id}`, body, isoFromInstant(startsAt)],
    );
    if (rowCount === 0) throw new CommandProblem(`--id: ${id} is already an article; choose another name`);
    return [`Published ${id}, on ${localDateTime(startsAt, zone).replace('T', ' at ')} in ${zone}.`];
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CommandProblem(`--file: ${file} cannot be read`, { cause });
  }
}

export function removeEvent(options: Options): Command {
  const { id } = read(OneEvent, options);
  return async (database) => {
    const { rowCount } = await database.query(
      `delete from public.blog_articles where id = $1 and collection_handle = 'events'`,
      [id],
    );
    if (rowCount === 0) throw new CommandProblem(`There is no event ${id}.`);
    return [`Removed ${id}.`];
  };
}
