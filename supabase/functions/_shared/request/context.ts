import type { PostgrestClient } from '@supabase/postgrest-js';
import type { FileTools } from '../patients/file-tools.ts';
import type { IceSettings } from '../appointments/ice.ts';
import type { ClinicValues } from '../../../../domain/clinic/settings.ts';
import type { Parse } from './parser.ts';
import type { PastLimits } from './past-limits.ts';

/** What a handler works with; the same on Deno and on Node. */
export type FunctionContext = {
  /** The database as the caller sees it, under the policies. */
  caller: PostgrestClient;
  /** The database above the policies: for what a patient may not touch directly. */
  service: PostgrestClient;
  /** The database as the holder of another token sees it. The first call refuses a bad token. */
  as: (token: string) => PostgrestClient;
  userId: string | null;
  /** The signed-in person's. */
  sessionId: string | null;
  /** What their token says of how they signed in, which may be less than the session has by now. */
  aal: string | null;
  /** One of the clinic's own programs, which holds the service's key. */
  isService: boolean;
  /** A hash that needs our secret: for codes, which are too short for a plain hash to hide. */
  keyedHash: (text: string) => Promise<string>;
  /** Has the auth service mail a sign-in code, and throws where it fails. Whether it did: one that was sent less than a minute ago is enough. */
  sendCode: (email: string) => Promise<boolean>;
  files: FileTools;
  /** Parses what a person wrote or sent, in a place where it delays no one. */
  parse: Parse;
  /** The text at an address of the internet that a person entered, or a CalendarProblem. */
  fetchCalendar: (address: string) => Promise<string>;
  /** Null if unknown. */
  clientAddress: string | null;
  /** Raises the limits per client address and per patient, never those per e-mail address. */
  rateLimitScale: number;
  pastLimits: PastLimits;
  portal: PortalFacts;
  /** Signs the way into one call; null where this runtime has nothing to sign with. */
  signCallToken: ((claims: Record<string, unknown>) => Promise<string>) | null;
  now: () => Date;
  /** Notes an unforeseen failure, without what the patient sent. */
  report: (error: unknown) => void;
};

/** What the functions must know about the portal that they belong to. */
export type PortalFacts = {
  siteUrl: string;
  /** The address of a call's room, with {room} in its place. */
  callUrlPattern: string;
  /** Who mail comes from, and whom replies reach: 'Béa <care@example.com>'. */
  mailFrom: string;
  ice: IceSettings;
  /** What the environment says about the clinic: its settings at the first start. */
  firstSettings: ClinicValues;
  /** Where patients reach someone outside those hours. */
  dutyPhone: string | null;
  /** The clinic can send texts. */
  sendsTexts: boolean;
  /** The clinic's own blog, where it keeps one elsewhere. */
  blog: BlogPlace | null;
};

export type BlogPlace = {
  /** The shop's Storefront API: https://shop.example/api/2026-10/graphql.json */
  url: string;
  /** For shops that are not public. */
  token?: string | undefined;
};
