import { useLocation, useSearch } from 'wouter';

/**
 * The open panel of a record. It is in the address, so that it is still open after a reload or another
 * sign-in.
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
