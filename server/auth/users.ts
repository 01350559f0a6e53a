import type { Query, Row } from '../database/query-types.ts';

type Factor = {
  id: string;
  created_at: string;
  updated_at: string;
  status: 'unverified' | 'verified';
  friendly_name: string | null;
  factor_type: string;
  last_challenged_at: string | null;
};

export type User = Row & {
  id: string;
  aud: string;
  role: string;
  email: string;
  email_confirmed_at: string | null;
  last_sign_in_at: string | null;
  email_change: string;
  email_change_sent_at: string | null;
  app_metadata: Row;
  user_metadata: Row;
  created_at: string;
  updated_at: string;
  /** Null if there is none. */
  factors: Factor[] | null;
};

/** A user as this server's code and GoTrue's answers name it; JSON formats instants as the protocol does. */
export const USER_COLUMNS = `users.id, users.aud, users.role, users.email,
  to_json(users.email_confirmed_at) as email_confirmed_at, to_json(users.last_sign_in_at) as last_sign_in_at,
  coalesce(users.email_change, '') as email_change, to_json(users.email_change_sent_at) as email_change_sent_at,
  users.raw_app_meta_data as app_metadata, users.raw_user_meta_data as user_metadata,
  to_json(users.created_at) as created_at, to_json(users.updated_at) as updated_at,
  (select json_agg(json_build_object('id', id, 'created_at', created_at, 'updated_at', updated_at, 'status', status,
       'friendly_name', friendly_name, 'factor_type', factor_type, 'last_challenged_at', last_challenged_at)
     order by factor.created_at, factor.id)
   from auth.mfa_factors factor where factor.user_id = users.id) as factors`;

/** As a patient, or as a care team member. */
export const IS_INVITED = 'private.is_invited(users.email)';

/** The user whose address was just verified, created the first time. */
export async function openUser(query: Query, email: string): Promise<User> {
  const { rows } = await query<User>(
    `insert into auth.users (email, email_confirmed_at, last_sign_in_at, raw_user_meta_data)
     values ($1, now(), now(), '{"email_verified": true}')
     on conflict (email) do update set last_sign_in_at = now(), updated_at = now(),
       email_confirmed_at = coalesce(users.email_confirmed_at, now())
     returning ${USER_COLUMNS}`,
    [email],
  );
  return rows[0]!;
}

/** GoTrue's user object. There is one way to sign in, so one identity. */
export function userAnswer(user: User) {
  const { id, aud, role, email, app_metadata, user_metadata } = user;
  const [confirmed, signedIn, changeSent, created, updated] = [
    user.email_confirmed_at,
    user.last_sign_in_at,
    user.email_change_sent_at,
    user.created_at,
    user.updated_at,
  ].map(isoOf);
  return {
    id,
    aud,
    role,
    email,
    email_confirmed_at: confirmed,
    phone: '',
    confirmed_at: confirmed,
    ...(user.email_change && { new_email: user.email_change, email_change_sent_at: changeSent }),
    last_sign_in_at: signedIn,
    app_metadata,
    user_metadata,
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        identity_data: { email, email_verified: confirmed !== null, phone_verified: false, sub: id },
        provider: 'email',
        last_sign_in_at: signedIn,
        created_at: created,
        updated_at: updated,
        email,
      },
    ],
    created_at: created,
    updated_at: updated,
    is_anonymous: false,
    ...(user.factors && { factors: user.factors.map(factorAnswer) }),
  };
}

const factorAnswer = ({ id, status, friendly_name: name, factor_type, ...factor }: Factor) => ({
  id,
  created_at: isoOf(factor.created_at),
  updated_at: isoOf(factor.updated_at),
  status,
  ...(name && { friendly_name: name }),
  factor_type,
  phone: '',
  last_challenged_at: isoOf(factor.last_challenged_at),
});

const isoOf = (instant: string | null) => (instant === null ? null : new Date(instant).toISOString());
