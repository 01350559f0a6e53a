import type { PortalFacts } from '../../supabase/functions/_shared/request/context.ts';
import type { Settings } from '../settings/settings.ts';

export const portalFacts = ({
  siteUrl,
  callUrlPattern,
  mail,
  ice,
  blog,
  clinic,
  dutyPhone,
}: Settings): PortalFacts => ({
  siteUrl,
  callUrlPattern,
  mailFrom: mail.from,
  ice,
  blog,
  coachTimeZone: clinic.contacts?.coachTimeZone ?? null,
  dutyPhone,
  sendsTexts: clinic.contacts?.noTexts !== true,
});
