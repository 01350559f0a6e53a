import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';

export type Side = 'patient' | 'team';

/** Someone the demo brought, as the demo desk shows them. */
export type DemoPerson = {
  email: string;
  side: Side;
  name: string;
  /** The heading that they are listed under. */
  chapter: string;
  /** Where they are, in one sentence. */
  summary: string;
};

/** Only loading the demo calls this, so no one else can ever be signed in from the desk. */
export async function keepDemoPeople(query: Query, people: DemoPerson[]): Promise<void> {
  for (const [place, { email, side, name, chapter, summary }] of people.entries())
    await query(
      `insert into portal_server.demo_people (email, place, side, name, chapter, summary)
       values ($1, $2, $3, $4, $5, $6)`,
      [email, place, side, name, chapter, summary],
    );
}

/** Those who can still sign in under the address that the demo gave them. */
export async function demoPeople({ query }: Pick<Database, 'query'>): Promise<DemoPerson[]> {
  const { rows } = await query<DemoPerson>(
    `select email, side, name, chapter, summary from portal_server.demo_people
     where case side when 'patient' then private.is_invited(email)
       else exists (select from public.care_team where care_team.email = demo_people.email and deactivated_at is null) end
     order by place`,
  );
  return rows;
}
