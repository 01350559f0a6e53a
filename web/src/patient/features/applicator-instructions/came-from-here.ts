/** Whether the browser's back button leads to a page of this portal. */
export function cameFromHere(): boolean {
  // Our pages send no referrer, so this checks the history, which only lists entries of this site.
  if ('navigation' in window) {
    const { currentEntry } = window.navigation;
    return currentEntry !== null && currentEntry.index > 0;
  }
  return isOurs(document.referrer);
}

function isOurs(address: string): boolean {
  return URL.canParse(address) && new URL(address).origin === location.origin;
}
