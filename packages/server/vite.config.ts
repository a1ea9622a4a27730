import { defineConfig } from 'vite';

/** What a process or a thread starts with; `threadFile` finds the threads. */
const entries = [
  'src/main.ts',
  'src/cli.ts',
  'src/slices/imports/reading/read-worker.ts',
  'src/runs/engine/computing/compute-thread.ts',
  'src/activities/code/code-thread.ts',
  'src/slices/connections/databases/sqlite-process.ts',
];

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'dist',
    ssr: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { input: entries, output: { chunkFileNames: '[name]-[hash].js' } },
  },
  // Packages of many small files, which Node takes long to find; all others are loaded from node_modules.
  ssr: { noExternal: [/^@attain\//, /^drizzle-orm/, /^zod/, /^@orpc\//] },
});
