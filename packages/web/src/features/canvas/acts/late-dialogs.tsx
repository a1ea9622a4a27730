import { lazy } from 'react';

/** Dialogs of the canvas, loaded when they are asked for; draw them inside of a Suspense that shows nothing. */
export const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
}));
/** See ConnectDialog of connect-dialog.tsx. */
export const ConnectDialog = lazy(async () => ({
  default: (await import('./connect-dialog.tsx')).ConnectDialog,
}));
/** See FindDialog of find-dialog.tsx. */
export const FindDialog = lazy(async () => ({ default: (await import('./find-dialog.tsx')).FindDialog }));
/** See PublishDialog of publish-dialog.tsx. */
export const PublishDialog = lazy(async () => ({
  default: (await import('./publish-dialog.tsx')).PublishDialog,
}));
/** See RunDialog of run-dialog.tsx. */
export const RunDialog = lazy(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog }));
