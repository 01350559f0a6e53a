import type { LocalDate } from '@domain/time/day.ts';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { longDay } from '@domain/time/words.ts';

/** 'Last reviewed December 1, 2026' where the clinic has read these words since they last changed, else when that was. */
export function reviewWords(updatedOn: LocalDate): string {
  const reviewedOn = clinicSays('contentReviewed');
  return reviewedOn >= updatedOn
    ? `Last reviewed ${longDay(reviewedOn)}`
    : `Last updated ${longDay(updatedOn)}`;
}
