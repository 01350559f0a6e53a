import type { Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The files that hold these modules, with all that they import. */
export function chunkFiles(bundle: Bundle, modules: string[]): string[] {
  return [
    ...withImports(
      bundle,
      modules.map((module) => fileOf(bundle, module)),
    ),
  ];
}

function fileOf(bundle: Bundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (!chunk) throw new Error(`No code was built from ${module}.`);
  return chunk.fileName;
}

function withImports(bundle: Bundle, files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) continue;
    found.add(file);
    withImports(bundle, chunk.imports, found);
  }
  return found;
}
