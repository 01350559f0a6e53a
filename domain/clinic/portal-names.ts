/** Only the workspace's own; pages for patients don't need them. */
const TEAM_ONLY = new Set(['idleMinutes']);

/** As the portal reads the clinic's settings: links separate, without their prefix. */
export function portalNames(values: Readonly<Record<string, string>>) {
  const contacts: Record<string, string> = {};
  const links: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith('link')) links[name.charAt(4).toLowerCase() + name.slice(5)] = value;
    else if (!TEAM_ONLY.has(name)) contacts[name] = value;
  }
  return { contacts, links };
}
