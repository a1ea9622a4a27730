/** The contract reduced to methods and paths by vite-routes-plugin.ts: plain data, no schemas. */
declare module 'virtual:attain-routes' {
  export const routes: import('./api/link.ts').Routes;
}
