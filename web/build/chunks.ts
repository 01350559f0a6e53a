import type { Rolldown } from 'vite';

type Graph = Rolldown.ChunkingContext;

const SIGN_IN = /\/web\/src\/patient\/main\.tsx$/;
/** What all signed-in pages share, with Home, where everybody arrives. */
const PORTAL = /\/web\/src\/patient\/(shell\/portal|routes\/home)\.tsx$/;

/** What asks for Home's data before the rest is there, with the rules by which it says where the patient is. */
const EARLY = /\/web\/src\/first-visit\/main\.ts$/;

/** What keeps a connection open: brought late, and never along with something else. */
const REALTIME = /\/web\/src\/lib\/live\/realtime\.ts$|\/@supabase\/(realtime-js|phoenix)\//;

/**
 * Few files, so that no page asks for a dozen: the sign-in screen is one; `portal` is what every signed-in page needs
 * besides, with `early`, which Home runs before it; `shared` is what several of the other pages need; the rest of a page
 * is its own.
 */
export const chunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: 'realtime', priority: 4, test: REALTIME },
    {
      debugName: 'early',
      priority: 4,
      name: (id, graph) => (comesWith(EARLY, id, graph) ? 'early' : null),
    },
    {
      debugName: 'index',
      priority: 3,
      name: (id, graph) => (comesWith(SIGN_IN, id, graph) ? 'index' : null),
    },
    {
      debugName: 'portal',
      priority: 2,
      name: (id, graph) => (comesWith(PORTAL, id, graph) ? 'portal' : null),
    },
    { name: 'shared', priority: 1, minShareCount: 2 },
  ],
};

/** Whether one of these modules brings the other with it, however long the way. */
function comesWith(entries: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (entries.test(id)) return true;
  seen.add(id);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && comesWith(entries, importer, graph, seen));
}
