import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';

export type Side = 'patient' | 'team';

/** A demo person, for the demo desk. */
export type DemoPerson = {
  email: string;
  side: Side;
  name: string;
  /** The heading they are listed under. */
  chapter: string;
  /** Their situation in one sentence. */
  summary: string;
};

/** Only the demo's loader calls this, so the desk can't sign in as anyone else. */
export async function keepDemoPeople(query: Query, people: DemoPerson[]): Promise<void> {
  for (const [place, { email, side, name, chapter, summary }] of people.entries())
    await query(
      `insert into portal_server.demo_people (email, place, side, name, chapter, summary)
       values ($1, $2, $3, $4, $5, $6)`,
      [email, place, side, name, chapter, summary],
    );
}

/** People who can still sign in with the address the demo gave them. */
export async function demoPeople({ query }: Pick<Database, 'query'>): Promise<DemoPerson[]> {
  const { rows } = await query<DemoPerson>(
    `select email, side, name, chapter, summary from portal_server.demo_people
     where case side when 'patient' then private.is_invited(email)
       else exists (select from public.care_team where care_team.email = demo_people.email and deactivated_at is null) end
     order by place`,
  );
  return rows;
}
