import type { ExternalLink } from '@domain/journey/external-links.ts';
import { config } from '@/lib/backend/config.ts';

/** Files that the server publishes from supabase/guides. */
const guide = (name: string) => () => `${config().supabaseUrl}/storage/v1/object/public/guides/${name}.pdf`;
const page = (path: `/${string}`) => () => path;

/** Each link's default: something that ships with the product and opens. */
const DEFAULTS: Record<ExternalLink, () => string> = {
  privacyPolicy: page('/privacy-policy'),
  eventsPage: page('/learn?collection=events'),
  coachWelcomeVideo: page('/coach-welcome'),
  experienceSurvey: page('/share-experience'),
  consultationGuide: guide('consultation-guide'),
  preparationGuide: page('/learn?collection=before-you-start'),
  opkGuide: guide('opk-guide'),
  pregnancyGuide: guide('pregnancy-guide'),
};

/**
 * An external link's URL. A clinic sets its own as `links` in /config.json, or at build time by name:
 * `privacyPolicy` is VITE_LINK_PRIVACY_POLICY.
 */
export function externalLink(key: ExternalLink): string {
  return chosenLink(key) ?? DEFAULTS[key]();
}

function chosenLink(key: ExternalLink): string | undefined {
  const { links = {} } = config();
  const chosen: unknown = key in links ? links[key] : import.meta.env[settingOf(key)];
  return isAddress(chosen) ? chosen : undefined;
}

const settingOf = (key: ExternalLink) =>
  `VITE_LINK_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** People type these: only web addresses, and our own paths, become links. */
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:\/\/[^/\\]|\/(?![/\\]))/.test(value) && !/[\s\p{Cc}]/u.test(value);
