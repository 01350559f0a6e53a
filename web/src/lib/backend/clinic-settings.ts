import { portalNames } from '@domain/clinic/portal-names.ts';

type Backend = { supabaseUrl: string; supabaseAnonKey: string };

const TIMEOUT_MS = 3_000;
const KEPT = 'clinic-settings';

/**
 * What administrators set on the page 'Clinic', for a portal without our server: that one has it in
 * /config.json. If Supabase doesn't answer, the last known settings count, else those of the build. A
 * setting without a value has its default, whatever the build says.
 */
export async function fetchClinicSettings({ supabaseUrl, supabaseAnonKey }: Backend) {
  const text = await fetch(`${supabaseUrl}/rest/v1/clinic_settings?select=name,value`, {
    headers: { apikey: supabaseAnonKey },
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  );
  const values = valuesIn(text);
  if (values && text) localStorage.setItem(KEPT, text);
  const known = values ?? valuesIn(localStorage.getItem(KEPT));
  return known && portalNames(known);
}

/** By hand: the schema library would be a tenth of the first screen's code. */
function valuesIn(text: string | null): Record<string, string> | null {
  const rows: unknown = text === null ? null : parsed(text);
  if (!Array.isArray(rows)) return null;
  return Object.fromEntries(
    (rows as { name?: unknown; value?: unknown }[])
      .filter(({ name }) => typeof name === 'string')
      .map(({ name, value }) => [name, typeof value === 'string' ? value : '']),
  ) as Record<string, string>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
