import { useQuery } from '@tanstack/react-query';
import { useUser } from '@/lib/backend/session.ts';
import { accessQuery } from '@/patient/features/customer/access-query.ts';

/** Whether the patient withdrew their consent, for the safety pages that stay open then. */
export const useWithdrawn = (): boolean => useQuery(accessQuery(useUser().id)).data?.hasWithdrawn ?? false;
