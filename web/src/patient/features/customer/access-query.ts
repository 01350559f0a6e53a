import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { AppError } from '@/lib/backend/app-error.ts';
import { dataOf } from '@/lib/backend/database.ts';
import { keepOnDevice } from '@/lib/backend/keep-on-device.ts';
import { accessOf, type Access, type AccessRow } from './row.ts';
import { fetchRecord, NO_RECORD } from './record.ts';

const Row: z.ZodMiniType<AccessRow> = z.object({
  privacy_policy_accepted: z.nullable(z.boolean()),
  data_usage_consent: z.nullable(z.boolean()),
  onboarding_completed: z.nullable(z.boolean()),
  consent_withdrawn_at: z.nullable(z.string()),
  status: z.enum(['Active', 'Paused', 'Pregnant', 'Withdrawn']),
});

const LOOK_AGAIN_MS = 1000;

/**
 * The access gate's request. One try, even offline: the patient waits for it, and a failure opens the page
 * anyway. Only a missing record is requested once more, as it may just have been created.
 */
export const accessQuery = (userId: string) =>
  queryOptions({
    queryKey: ['access', userId],
    queryFn: () => fetchAccess(userId),
    retry: (failures, error) => failures < 1 && isWithoutRecord(error),
    retryDelay: LOOK_AGAIN_MS,
    networkMode: 'always',
  });

/** True even if row level security no longer shows the record. */
export const isWithoutRecord = (error: Error | null): boolean =>
  error instanceof AppError && error.status === 406 && error.code === NO_RECORD;

async function fetchAccess(userId: string): Promise<Access> {
  const access = accessOf(Row.parse(dataOf(await fetchRecord(userId))));
  keepRests(userId, access.rests);
  return access;
}

const restsPlace = (userId: string) => `bea-rests:${userId}`;

/** Lets the next page open without movement, before the record has loaded. */
export const keepRests = (userId: string, rests: boolean): void =>
  keepOnDevice(userId, restsPlace(userId), rests ? 'yes' : '');

export const restedBefore = (userId: string): boolean => isKept(restsPlace(userId));

const overPlace = (userId: string) => `bea-over:${userId}`;

/** Home knows whether the three cycles are over. Other pages only read it here. */
export const keepOver = (userId: string, isOver: boolean): void =>
  keepOnDevice(userId, overPlace(userId), isOver ? 'yes' : '');

export const wasOver = (userId: string): boolean => isKept(overPlace(userId));

const isKept = (place: string) => localStorage.getItem(place) === 'yes';
