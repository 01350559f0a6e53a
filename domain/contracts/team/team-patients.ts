import * as z from 'zod/mini';
import { CARE_STATES } from '../../care-state/facts.ts';
import { Kit } from '../fields/kit.ts';
import { SearchText } from '../fields/search-text.ts';
import { Count, InstantText, Line, listOf } from '../fields/sizes.ts';

export const PATIENTS_PER_PAGE = 50;

const MAX_PAGES = 1_000_000;

const MAX_DIGITS = 7;

/** A number in an address. */
const numberUpTo = (max: number, sentence: string) =>
  z.pipe(
    z.string(sentence).check(z.maxLength(MAX_DIGITS, sentence), z.regex(/^\d+$/, sentence)),
    z.pipe(z.transform(Number), z.number().check(z.gte(1, sentence), z.lte(max, sentence))),
  );

export const PatientStatus = z.enum(['Active', 'Paused', 'Pregnant', 'Withdrawn'], 'Please select a status');
/** Patients whom no one is assigned to. */
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
  /** Those with an open item. */
  attention: z.optional(z.literal('needed', 'needed')),
  sort: z.optional(z.enum(PATIENT_ORDERS, 'name, last-log, next-call or attention')),
  page: z.optional(numberUpTo(MAX_PAGES, 'Please select page 1 or later')),
});

/** For coaches and clinicians. */
const Summary = z.object({
  email: Line,
  stage: Count,
  cycle: z.nullable(Count),
  /** Null once nothing of the journey is left to do. */
  phase: z.nullable(Line),
  status: PatientStatus,
  /** Where the patient stands; `status` is what the directory filters by. */
  careState: z.enum(CARE_STATES),
  lastLogAt: z.nullable(InstantText),
  nextCall: z.nullable(z.object({ startsAt: InstantText, name: Line })),
  coach: z.nullable(z.object({ id: z.guid(), name: Line })),
  /** What waits for someone, the person who has it; null if nothing does. */
  attention: z.nullable(z.object({ items: Count, urgent: z.boolean() })),
});

/** For administrators: nothing of health. */
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
  /** Of the emails so far; null if none was written. */
  delivery: z.nullable(z.enum(['sent', 'waiting', 'parked'])),
  nextCallAt: z.nullable(InstantText),
});

/** Anyone who may not be opened comes with id and name alone. */
const ListedPatient = z.object({
  id: z.guid(),
  name: Line,
  /** Of those whom the reader may open; two of one name carry it in their names for everyone. */
  birthDate: z.optional(z.nullable(InstantText)),
  summary: z.optional(Summary),
  administration: z.optional(Administration),
});
export type ListedPatient = z.output<typeof ListedPatient>;

export const TeamPatientsAnswer = z.object({
  patients: listOf(ListedPatient, PATIENTS_PER_PAGE),
  page: Count,
  pages: Count,
  /** Of a search, up to 1,000. */
  total: Count,
});
