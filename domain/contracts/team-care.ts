import * as z from 'zod/mini';
import { OvulationResult } from '../results/ovulation.ts';
import { PregnancyResult } from '../results/pregnancy.ts';
import { requiredText } from './free-text.ts';
import { listOf } from './sizes.ts';
import { PATIENTS_PER_PAGE } from './team-patients.ts';

const id = z.guid('Please name the patient by their id');
const DAY_LENGTH = 10;
const NO_DAY = 'Please enter a date such as 2026-11-18';
const day = z.iso.date(NO_DAY).check(z.maxLength(DAY_LENGTH, NO_DAY));
const log = z.literal('log');

export const CONTACT_WAYS = ['phone', 'text', 'email', 'in-person'] as const;

const Assign = {
  action: z.literal('assign'),
  /** Null for nobody. */
  coach: z.nullable(z.guid('Please choose a coach')),
};

export const TeamCareRequest = z.union(
  [
    z.object({ ...Assign, id }),
    z.object({
      ...Assign,
      ids: listOf(id, PATIENTS_PER_PAGE).check(z.minLength(1, 'Please choose a patient')),
    }),
    z.object({
      action: z.literal('contact'),
      id,
      how: z.enum(CONTACT_WAYS, 'phone, text, email or in-person'),
      words: requiredText('Please say what it was about'),
    }),
    z.object({ action: log, id, type: z.literal('ovulation'), result: OvulationResult, day }),
    z.object({ action: log, id, type: z.literal('pregnancy'), result: PregnancyResult, day }),
    z.object({ action: z.literal('send-kit'), id }),
  ],
  'Please name an action and what it needs',
);

/** Whom it was done for. */
export const TeamCareAnswer = z.object({ ids: listOf(z.guid(), PATIENTS_PER_PAGE) });
