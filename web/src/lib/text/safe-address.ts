/** An external URL: a web page, or one of our own pages. Anything else becomes no link. */
export const safeAddress = (address: string): string =>
  /^(https?:\/\/|\/(?![/\\]))/i.test(address) ? address : '#';
