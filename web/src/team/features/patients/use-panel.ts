import { useLocation, useSearch } from 'wouter';

/**
 * Which panel of a record is open. It is in the address, so that anyone who signs in again, or reloads,
 * finds it open.
 */
export function usePanel() {
  const [path, navigate] = useLocation();
  const given = new URLSearchParams(useSearch());
  const open = (action: string, note?: string) => {
    const next = new URLSearchParams({ do: action, ...(note && { note }) });
    navigate(`${path}?${next.toString()}`, { replace: given.has('do') });
  };
  return {
    action: given.get('do'),
    note: given.get('note'),
    open,
    close: () => navigate(path, { replace: true }),
  };
}
