/** An unescaped / ? or # in a password would turn its beginning into the host and the rest into a path. */
export function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url?.hostname || /%(?![\da-f]{2})/i.test(text)) return false;
  return url.pathname.length <= 1 && !url.hash && !url.search.includes('@');
}
