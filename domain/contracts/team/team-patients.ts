import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { Kit } from '../fields/kit.ts';
import { SearchText } from '../fields/search-text.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

export const PATIENTS_PER_PAGE = 50;

const MAX_PAGES = 1_000_000;

const MAX_DIGITS = 7;

/** A number in a URL. */
const numberUpTo = (max: number, sentence: string) =>
  z.pipe(
    z.string(sentence).check(z.maxLength(MAX_DIGITS, sentence), z.regex(/^\d+$/, sentence)),
    z.pipe(z.transform(Number), z.number().check(z.gte(1, sentence), z.lte(max, sentence))),
  );

export const PatientStatus = z.enum(['Active', 'Paused', 'Pregnant', 'Withdrawn'], 'Please select a status');
/** Patients without an assigned coach. */
export const NO_COACH = 'none';
const WHICH_COACH = 'Please select a coach';
const MAX_ID = 36;
const COACH = new RegExp(`^(${NO_COACH}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, 'i');

export const PATIENT_ORDERS = ['name', 'last-log', 'next-call', 'attention'] as const;

export const TeamPatientsRequest = z.strictObject({
  search: z.optional(SearchText),
  stage: z.optional(numberUpTo(4, 'Please select a stage from 1 to 4')),
  cycle: z.optional(numberUpTo(3, 'Please select a cycle from 1 to 3')),
  coach: z.optional(z.string().check(z.maxLength(MAX_ID, WHICH_COACH), z.regex(COACH, WHICH_COACH))),
  status: z.optional(PatientStatus),
  /** Patients with an open item. */
  attention: z.optional(z.literal('needed', 'needed')),
  sort: z.optional(z.enum(PATIENT_ORDERS, 'name, last-log, next-call or attention')),
  page: z.optional(numberUpTo(MAX_PAGES, 'Please select page 1 or later')),
});

/** For coaches and clinicians. */
const Summary = z.object({
  email: Line,
  stage: Count,
  cycle: z.nullable(Count),
  /** Null once the whole journey is complete. */
  phase: z.nullable(Line),
  status: PatientStatus,
  /** The care state. The directory filters by `status`. */
  careState: z.enum(CARE_STATES),
  lastLogAt: z.nullable(InstantText),
  nextCall: z.nullable(z.object({ startsAt: InstantText, name: Line })),
  coach: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** The patient's open items, and the person they are assigned to. Null if there are none. */
  attention: z.nullable(z.object({ items: Count, urgent: z.boolean() })),
});

/** The summary for administrators, without health data. */
export const Administration = z.object({
  email: Line,
  phone: z.nullable(Line),
  invitedAt: InstantText,
  signedInAt: InstantText,
  consents: z.object({
    privacyPolicy: z.boolean(),
    dataUse: z.boolean(),
    research: z.boolean(),
    texts: z.boolean(),
  }),
  kit: Kit,
  /** The state of the emails so far. Null if there were none. */
  delivery: z.nullable(z.enum(['sent', 'waiting', 'parked'])),
  nextCallAt: z.nullable(InstantText),
});

/** A patient whose record the reader can't open has only an id and a name. */
const ListedPatient = z.object({
  id: z.guid(),
  name: Line,
  /**
   * The date of birth, only for records the reader can open. If two patients share a name, it is part of the
   * name for everyone.
   */
  birthDate: z.optional(z.nullable(InstantText)),
  summary: z.optional(Summary),
  administration: z.optional(Administration),
});
export type ListedPatient = z.output<typeof ListedPatient>;

export const TeamPatientsAnswer = z.object({
  patients: listOf(ListedPatient, PATIENTS_PER_PAGE),
  page: Count,
  pages: Count,
  /** The number of patients found, up to 1,000. */
  total: Count,
});
