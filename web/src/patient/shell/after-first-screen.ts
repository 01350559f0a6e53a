/** Loaded once the first screen is there: what it does without, and what must open without a network later. */
import '@/patient/features/pending-entries/leave-dialog.tsx';
import '@/patient/features/pending-entries/pending-list.tsx';

export { watchTimers } from '@/lib/live/watch-timers.ts';
