/** A password with / ? or # in it, written as it is, would make a host of its beginning and a path of its rest. */
export function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url?.hostname || /%(?![\da-f]{2})/i.test(text)) return false;
  return url.pathname.length <= 1 && !url.hash && !url.search.includes('@');
}
