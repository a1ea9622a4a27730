import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../base/api-error.ts';
import { projectRoot } from '../base/places.ts';
import { allowNonce } from './headers.ts';

/** Output folder of `vite build`. */
const webFolder = join(projectRoot, 'packages/web/dist');

/** Serves the built web client; every path that is neither API nor file is a screen of it. */
export async function mountSpa(app: FastifyInstance, folder: string = webFolder): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(async () => {
      throw new ApiError(
        'NOT_FOUND',
        'The screens are not built. Run `npm start`, or `npm run build` in packages/web.',
      );
    });
    return;
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['index.html'],
    index: false,
    // file names under assets/ carry a hash of their content
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    // A missing file is not a screen: an old page that requests an old script must get an error.
    if (!isPage || /^\/(api|assets)\//.test(request.url)) throw new ApiError('NOT_FOUND', 'Not found.');
    const nonce = allowNonce(reply);
    return reply
      .status(200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('ATTAIN_CSP_NONCE', nonce));
  });
}
