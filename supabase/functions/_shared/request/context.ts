import type { PostgrestClient } from '@supabase/postgrest-js';
import type { FileTools } from '../patients/file-tools.ts';
import type { IceSettings } from '../appointments/ice.ts';
import type { ClinicValues } from '../../../../domain/clinic/settings.ts';
import type { Parse } from './parser.ts';
import type { PastLimits } from './past-limits.ts';

/** A handler's tools, the same on Deno and Node. */
export type FunctionContext = {
  /** The database as the caller, under the policies. */
  caller: PostgrestClient;
  /** The database without the policies, for data patients may not change directly. */
  service: PostgrestClient;
  /** The database as the holder of another token. The first call refuses a bad token. */
  as: (token: string) => PostgrestClient;
  userId: string | null;
  /** The signed-in person. */
  sessionId: string | null;
  /** How they signed in according to their token, which may be less than the session has now. */
  aal: string | null;
  /** One of the clinic's own programs, with the service's key. */
  isService: boolean;
  /** A hash with our secret, for codes that are too short for a plain hash. */
  keyedHash: (text: string) => Promise<string>;
  /**
   * Makes the auth service email a sign-in code, and throws if that fails. Returns whether it was sent; one
   * sent less than a minute ago is enough.
   */
  sendCode: (email: string) => Promise<boolean>;
  files: FileTools;
  /** Parses what a person wrote or sent, where it doesn't delay others. */
  parse: Parse;
  /** The text at an internet address that a person entered, or a CalendarProblem. */
  fetchCalendar: (address: string) => Promise<string>;
  /** Null if unknown. */
  clientAddress: string | null;
  /** Raises the limits per client address and per patient, but never those per email address. */
  rateLimitScale: number;
  pastLimits: PastLimits;
  portal: PortalFacts;
  /** Signs the link to one call. Null if this runtime can't sign. */
  signCallToken: ((claims: Record<string, unknown>) => Promise<string>) | null;
  now: () => Date;
  /** Logs an unforeseen failure, without the patient's data. */
  report: (error: unknown) => void;
};

/** The functions' facts about their portal. */
export type PortalFacts = {
  siteUrl: string;
  /** The URL of a call's room, with {room} as its placeholder. */
  callUrlPattern: string;
  /** The sender of email, and who gets replies: 'Béa <care@example.com>'. */
  mailFrom: string;
  ice: IceSettings;
  /** The clinic's settings in the environment, for the first start. */
  firstSettings: ClinicValues;
  /** How patients can reach someone outside those hours. */
  dutyPhone: string | null;
  /** The clinic can send texts. */
  sendsTexts: boolean;
  /** The clinic's own blog, if it has one elsewhere. */
  blog: BlogPlace | null;
};

export type BlogPlace = {
  /** The shop's Storefront API: https://shop.example/api/2026-10/graphql.json */
  url: string;
  /** For shops that aren't public. */
  token?: string | undefined;
};
