/** An address that came from elsewhere: a web page, or a page of our own. Anything else leads nowhere. */
export const safeAddress = (address: string): string =>
  /^(https?:\/\/|\/(?![/\\]))/i.test(address) ? address : '#';
