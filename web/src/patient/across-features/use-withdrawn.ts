import { useQuery } from '@tanstack/react-query';
import { useUser } from '@/lib/backend/session.ts';
import { accessQuery } from '@/patient/features/customer/access-query.ts';

/**
 * Whether the patient withdrew consent, for the safety pages that stay open then. It never retries after a
 * failure: the access gate would wait for the answer and close the page in the meantime.
 */
export const useWithdrawn = (): boolean =>
  useQuery({ ...accessQuery(useUser().id), retryOnMount: false }).data?.hasWithdrawn ?? false;
