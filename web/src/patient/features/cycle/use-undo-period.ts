import { useMutation } from '@tanstack/react-query';
import { callFunction } from '@/lib/backend/call-function.ts';
import { refreshRecords } from '@/lib/backend/query-client.ts';

export const useUndoPeriod = (failure: string, onRemoved: () => void) =>
  useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => callFunction('take-back', { body: { kind: 'period', id } }),
    onSuccess: async () => {
      onRemoved();
      await refreshRecords();
    },
    meta: { failure },
  });
