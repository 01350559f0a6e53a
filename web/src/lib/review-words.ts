import type { Instant } from '@domain/time/instant.ts';
import { contact } from './contacts.ts';
import { longDate } from './dates.ts';

/** 'Last reviewed December 1, 2026' where the clinic has read these words since they last changed, else when that was. */
export function reviewWords(updatedAt: Instant): string {
  const reviewedAt = new Date(`${contact('contentReviewed')}T12:00`).getTime();
  return reviewedAt >= updatedAt
    ? `Last reviewed ${longDate(reviewedAt)}`
    : `Last updated ${longDate(updatedAt)}`;
}
