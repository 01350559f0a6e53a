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
  production,
  texts,
}: Settings): PortalFacts => ({
  siteUrl,
  callUrlPattern,
  mailFrom: mail.from,
  ice,
  blog,
  firstSettings: clinic,
  dutyPhone,
  sendsTexts: !production || texts !== null,
});
