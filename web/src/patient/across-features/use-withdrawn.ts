import { useQuery } from '@tanstack/react-query';
import { useUser } from '@/lib/backend/session.ts';
import { accessQuery } from '@/patient/features/customer/access-query.ts';

/**
 * Whether the patient withdrew their consent, for the safety pages that stay open then. It never asks again after a failure:
 * the access gate would wait for the answer and take the page away meanwhile.
 */
export const useWithdrawn = (): boolean =>
  useQuery({ ...accessQuery(useUser().id), retryOnMount: false }).data?.hasWithdrawn ?? false;
