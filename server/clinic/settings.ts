import { portalNames } from '../../domain/clinic/portal-names.ts';
import { isSetting, type ClinicValues } from '../../domain/clinic/settings.ts';
import type { Services } from '../services.ts';
import { defaultContacts } from '../demo/contacts.ts';
import { demoSettings } from '../demo/settings.ts';

/** A change on the page 'Clinic' counts on every copy of the server after this long. */
const FRESH_MS = 2_000;

type Known = Pick<Services, 'database' | 'settings' | 'now' | 'log'>;

/** Stores the environment's values once: from then on the page 'Clinic' decides. */
export const keepFirstSettings = ({ database, settings }: Pick<Services, 'database' | 'settings'>) =>
  database.query('select public.keep_first_settings($1)', [
    { ...(settings.demoData && demoSettings(settings.clinic)), ...settings.clinic },
  ]);

/** What the portal reads about the clinic in /config.json. While the database cannot be reached, the last known values answer. */
export function clinicReader({ database, settings, now, log }: Known) {
  let values: ClinicValues = settings.clinic;
  let readAt = -Infinity;
  return async () => {
    const at = now().getTime();
    if (at - readAt >= FRESH_MS) {
      readAt = at;
      values = await readValues(database).catch((error: unknown) => {
        log('clinic settings not read', {}, error);
        return values;
      });
    }
    const { contacts: set, links } = portalNames(values);
    const contacts: Record<string, unknown> = { ...defaultContacts(settings, values), ...set };
    if (settings.production && settings.texts === null) contacts['noTexts'] = true;
    return { contacts, links };
  };
}

async function readValues(database: Services['database']): Promise<ClinicValues> {
  const { rows } = await database.query(
    'select name, value from public.clinic_settings where value is not null',
  );
  return Object.fromEntries(
    (rows as { name: string; value: string }[])
      .filter(({ name }) => isSetting(name))
      .map(({ name, value }) => [name, value]),
  );
}
