import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { everywhere } from './search-params.ts';

/** The root of all routes. */
export const root = createRootRoute({
  notFoundComponent: NotFoundPage,
  validateSearch: everywhere,
  search: { middlewares: [retainSearchParams(['preview'])] },
});
