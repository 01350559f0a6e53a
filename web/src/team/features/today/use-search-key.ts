import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isSearchKey, SEARCH_STATE } from '@/components/form/search-key.ts';

/** '/' moves from here to the patient search. */
export function useSearchKey(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const search = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      navigate('/team/patients', { state: SEARCH_STATE });
    };
    addEventListener('keydown', search);
    return () => removeEventListener('keydown', search);
  }, [navigate]);
}
