import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { attainRoutes } from './vite-routes-plugin.ts';

/**
 * The policy the built client lives under. The server sends the same one with a fresh nonce;
 * `vite preview` sends it here so that a violation shows itself before a release. `connect-src` and
 * `frame-ancestors` stay with our own origin: the phone preview frames our own pages.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'nonce-ATTAIN_CSP_NONCE' 'strict-dynamic'",
  "style-src 'self' 'nonce-ATTAIN_CSP_NONCE'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Asks for the Latin cut of Geist together with the page, so that the first paint already wears it. */
function fontPreload(): Plugin {
  return {
    name: 'attain-font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) =>
          /geist-latin-wght-normal-.*\.woff2$/.test(name),
        );
        if (!file) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` };
        return [{ tag: 'link', injectTo: 'head-prepend', attrs }];
      },
    },
  };
}

/** A chunk of all modules that these entries import, directly or through others, but not by `import()`. */
function chunkOf(name: string, ...entries: string[]): Rolldown.CodeSplittingNameFunction {
  let modules: Set<string> | undefined;
  return (id, graph) => {
    if (!modules) {
      modules = new Set(entries.map((entry) => join(import.meta.dirname, 'src', entry)));
      for (const one of modules)
        for (const next of graph.getModuleInfo(one)?.importedIds ?? []) modules.add(next);
    }
    return modules.has(id) ? name : null;
  };
}

/** What the frame of the builder has in common with that of every other screen. */
const inEveryFrame = [
  'frame/frame.tsx',
  'device/device-toggle.tsx',
  'faults/connection-banner.tsx',
  'top-bar/notices-menu.tsx',
  'top-bar/theme-menu.tsx',
  'top-bar/user-menu.tsx',
].map((file) => `shell/${file}`);

const api = process.env.ATTAIN_API ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), attainRoutes(), fontPreload()],
  // The server writes a fresh nonce in place of this word; unreplaced it grants nothing.
  html: { cspNonce: 'ATTAIN_CSP_NONCE' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // Nothing is folded into data: URLs, because font-src and script-src allow our own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome120', 'firefox121', 'safari17'],
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What sign-in needs is kept apart from what only the shell and the pages need.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 30 },
            {
              name: 'routing',
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history)/,
              priority: 20,
            },
            // In the order in which they are needed, so that a screen asks for a few files and for nothing that it does not use.
            { name: 'start', tags: ['$initial'], priority: 15 },
            {
              debugName: 'frame',
              test: /packages[\\/]/,
              name: chunkOf('frame', 'routes.tsx', ...inEveryFrame),
              priority: 14,
            },
            {
              debugName: 'shell',
              test: /packages[\\/]web[\\/]src[\\/]shell/,
              name: chunkOf('shell', 'shell/app-shell.tsx'),
              includeDependenciesRecursively: false,
              priority: 13,
            },
            {
              debugName: 'kit',
              test: /packages[\\/]web[\\/]src[\\/](base|api|ui[\\/](?!data-table|tables))/,
              name: chunkOf('kit', 'pages/overview-page.tsx', 'pages/overview/results-part.tsx'),
              minShareCount: 2,
              priority: 12,
            },
            {
              debugName: 'suggestions',
              test: /packages[\\/]web[\\/]src[\\/]features[\\/]suggestions/,
              name: chunkOf('suggestions', 'features/suggestions/panel/panel.tsx'),
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 12,
            },
            {
              name: 'grid',
              test: /packages[\\/]web[\\/]src[\\/]ui[\\/](data-table|tables[\\/](?!chosen-dialog))/,
              priority: 11,
            },
            {
              name: 'simulate',
              test: /simulations[\\/](follow-simulation|simulation-words|use-completion-toast)|simulation-queries/,
              includeDependenciesRecursively: false,
              priority: 11,
            },
            // What the dashboard draws comes in one file; what nodes draw stays out of it.
            {
              debugName: 'dashboard icons',
              name: 'icons',
              test: /lucide-react.*[\\/](zap|handshake|mouse-pointer-click|refresh-cw|panel-left|chart-no-axes-combined|building-complex|circle-question-mark|rotate-ccw|trending-up|circle-dashed|circle|users|timer-reset|sliders-horizontal|target|share-2|info|circle-dollar-sign)\./,
              priority: 11,
            },
            {
              name: 'node-icons',
              test: /lucide-react.*[\\/](list-checks|receipt-text|lightbulb|file-input|log-in)\./,
              priority: 11,
            },
            {
              name: 'canvas-icons',
              test: /lucide-react.*[\\/](step-forward|power-off|git-merge|rocket|alarm-clock|pin|scale|mail|square|minus|workflow)\./,
              priority: 11,
            },
            { name: 'icons', test: /node_modules[\\/]lucide-react/, minShareCount: 6, priority: 10 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api } },
  preview: { host: '127.0.0.1', headers: { 'Content-Security-Policy': contentSecurityPolicy } },
});
