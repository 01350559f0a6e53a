import type { Rolldown } from 'vite';

/**
 * Few files, so that no page asks for a dozen. Each group takes what it imports along, unless one above it has that already:
 * `index` is the sign-in screen; `portal` is what every signed-in page needs besides, with Home, where everybody arrives;
 * `realtime` keeps a connection open and is loaded last, never along with something else; `shared` is what several of the
 * other pages need. The rest of a page is its own.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'index', priority: 4, test: /\/web\/src\/patient\/main\.tsx$/ },
    { name: 'portal', priority: 3, test: /\/web\/src\/patient\/(shell\/portal|routes\/home)\.tsx$/ },
    { name: 'realtime', priority: 2, test: /\/web\/src\/lib\/live\/realtime\.ts$/ },
    { name: 'shared', priority: 1, minShareCount: 2 },
  ],
};
