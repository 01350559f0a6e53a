import type { Plugin } from 'vite';

/** The code of a first visit. */
const RUN_AT_ONCE = /^assets\/(index|portal)-/;
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chrome compile a first visit's code while it downloads, off the page's own thread; otherwise every
 * function delays the page when first called. Other browsers read a comment.
 */
export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && RUN_AT_ONCE.test(file.fileName)) file.code = HINT + file.code;
    },
  },
});
