import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** A project folder with the packed library, served like by a plain web server. */
export interface ServedLibrary {
  readonly url: string;
  /** The names of all modules of the library. */
  readonly modules: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves the files below `project` as they are, and at `/` an empty page with an import map for the module names.
 * Below `/named/` the names in each file are replaced by addresses, as by a bundler, because workers have no import maps.
 */
export async function serveLibrary(project: string): Promise<ServedLibrary> {
  const home = 'node_modules/@attain/domain';
  const files = globSync('src/**/*.js', { cwd: join(project, home) });
  const names = files.map((file) => [
    file.replace(/^src\/(.*)\.js$/, '@attain/domain/$1'),
    `/${home}/${file}`,
  ]);
  const imports = Object.fromEntries([
    ...names,
    ['big.js', '/node_modules/big.js/big.mjs'],
    ['re2js', '/node_modules/re2js/build/index.js'],
  ]);
  const page = `<!doctype html><link rel="icon" href="data:,"><script type="importmap">${JSON.stringify({ imports })}</script>`;
  const named = (text: string) =>
    text.replace(/(from ')([^'./][^']*)(')/g, (_, before, name, after) => {
      if (imports[name] === undefined) throw new Error(`"${name}" is no module of the library.`);
      return `${before}/named${imports[name]}${after}`;
    });
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    if (path === '/') return response.setHeader('content-type', 'text/html').end(page);
    const replaced = path.startsWith('/named/');
    const text = readFileSync(join(project, replaced ? path.slice(6) : path), 'utf8');
    const type = extname(path) === '.json' ? 'application/json' : 'text/javascript';
    return response.setHeader('content-type', type).end(replaced ? named(text) : text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    modules: names.map(([name]) => name as string),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
