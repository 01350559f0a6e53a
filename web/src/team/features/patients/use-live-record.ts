import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logFailure } from '@/lib/backend/log.ts';
import { watchRecord } from '@/lib/live/watch-team.ts';
import { patientQuery, timelineQuery } from './queries.ts';

/** Shows a patient's new entries in the open record. Scroll anchoring keeps what is being read in place. */
export function useLiveRecord(id: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      watchRecord(client, id, () => {
        const isWhole = client.getQueryData(timelineQuery(id).queryKey) !== undefined;
        Promise.all([
          client.fetchQuery({ ...patientQuery(id, { background: true }), staleTime: 0 }),
          isWhole && client.fetchQuery({ ...timelineQuery(id, { background: true }), staleTime: 0 }),
        ]).catch((error: unknown) => logFailure('The record was not read again', error));
      }),
    [client, id],
  );
}
