/** The state of a link whose page starts in its search field. */
export const SEARCH_STATE = { search: true };

/** '/' focuses the search, except while typing. */
export const isSearchKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping();

const isTyping = () =>
  document.activeElement?.matches('input:not([type=checkbox]), textarea, select') ||
  document.querySelector('dialog:modal') !== null;
