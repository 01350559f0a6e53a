import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { routePages } from './build/route-pages.ts';

const PORTAL =
  /node_modules\/(@tanstack|@supabase\/postgrest-js|lucide-react)\/|web\/src\/(components\/(shell\/|opens-soon|page-heading)|features\/(access|customer)\/|lib\/(database|query-client)|portal\/(portal|gate|navigation|page-view))/;

export default defineConfig({
  plugins: [react(), tailwind(), routePages(), precompress()],
  resolve: { tsconfigPaths: true },
  build: {
    // The page preloads what a route needs by plain links, so the polyfill would be dead weight.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What every signed-in page shares comes as one file, and stays out of the sign-in screen's.
          groups: [{ name: 'portal', test: PORTAL }],
        },
      },
    },
  },
});
