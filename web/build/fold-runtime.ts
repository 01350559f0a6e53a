import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/**
 * The bundler puts its three helpers, 400 bytes, into a file of their own as soon as files are grouped by hand, and every
 * first visit would wait for one more request. They move into the first file, which all others import anyway.
 */
export function foldRuntime(): Plugin {
  return {
    name: 'fold-runtime',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
        const first = chunks.find(({ moduleIds }) =>
          moduleIds.some((id) => id.endsWith('/src/patient/main.tsx')),
        );
        if (!runtime || !first)
          throw new Error('There are no helpers to fold, or no first file to fold them into.');
        first.code = `const $helpers=(()=>{${asFunction(runtime)}})();${first.code}export{$helpers};`;
        for (const chunk of chunks) chunk.code = fromFirst(chunk, runtime, first);
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.html')) {
            file.source = String(file.source).replace(
              new RegExp(`\\s*<script[^>]*${runtime.fileName}"></script>`),
              '',
            );
          }
        }
        delete bundle[runtime.fileName];
      },
    },
  };
}

/** `var …;export{s as n};` as the body of a function that returns `{n:s}`. */
const asFunction = ({ code }: Chunk) =>
  code.replace(
    /export\s*\{([^}]*)\};?\s*$/,
    (_, names: string) => `return{${names.replace(/([^\s,]+) as ([^\s,]+)/g, '$2:$1')}}`,
  );

function fromFirst(chunk: Chunk, runtime: Chunk, first: Chunk): string {
  const [file, firstFile] = [nameOf(runtime), nameOf(first)];
  const bring = chunk === first ? '' : `import{$helpers}from"./${firstFile}";`;
  const code = chunk.code
    .replace(
      new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']\\./${file}["'];?`),
      (_, names: string) => `${bring}const{${names.replaceAll(' as ', ':')}}=$helpers;`,
    )
    .replaceAll(`assets/${file}`, `assets/${firstFile}`);
  chunk.imports = [
    ...new Set(chunk.imports.map((each) => (each === runtime.fileName ? first.fileName : each))),
  ];
  if (code.includes(file)) throw new Error(`${chunk.fileName} still asks for ${file}.`);
  return code;
}

const nameOf = ({ fileName }: Chunk) => fileName.split('/').at(-1)!;
