import { lazy } from 'react';

/** Parts of the canvas that are loaded when they are asked for; draw them inside of a Suspense that shows nothing. */
export const ConflictDialog = lazy(async () => ({
  default: (await import('./acts/conflict-dialog.tsx')).ConflictDialog,
}));
/** See ConnectDialog of connect-dialog.tsx. */
export const ConnectDialog = lazy(async () => ({
  default: (await import('./acts/connect-dialog.tsx')).ConnectDialog,
}));
/** See EmptyBoard of empty-board.tsx. */
export const EmptyBoard = lazy(async () => ({
  default: (await import('./palette/empty-board.tsx')).EmptyBoard,
}));
/** See FindDialog of find-dialog.tsx. */
export const FindDialog = lazy(async () => ({
  default: (await import('./acts/find-dialog.tsx')).FindDialog,
}));
/** See PublishDialog of publish-dialog.tsx. */
export const PublishDialog = lazy(async () => ({
  default: (await import('./acts/publish-dialog.tsx')).PublishDialog,
}));
/** See RunDialog of run-dialog.tsx. */
export const RunDialog = lazy(async () => ({ default: (await import('./acts/run-dialog.tsx')).RunDialog }));
/** See TestRunDialog of test-run-dialog.tsx. */
export const TestRunDialog = lazy(async () => ({
  default: (await import('./acts/test-run-dialog.tsx')).TestRunDialog,
}));
/** See TestStrip of test-strip.tsx. */
export const TestStrip = lazy(async () => ({ default: (await import('./acts/test-strip.tsx')).TestStrip }));
/** See StaleNote of stale-note.tsx. */
export const StaleNote = lazy(async () => ({ default: (await import('./acts/stale-note.tsx')).StaleNote }));
/** See OutlineTable of outline-table.tsx. */
export const OutlineTable = lazy(async () => ({
  default: (await import('./outline/outline-table.tsx')).OutlineTable,
}));
/** See RunStrip of run-strip.tsx. */
export const RunStrip = lazy(async () => ({ default: (await import('./acts/run-strip.tsx')).RunStrip }));
/** See KeysDialog of keys-dialog.tsx. */
export const KeysDialog = lazy(async () => ({
  default: (await import('./acts/keys-dialog.tsx')).KeysDialog,
}));
/** See NewWorkflowDialog of new-workflow.tsx. */
export const NewWorkflowDialog = lazy(async () => ({
  default: (await import('./library/new-workflow.tsx')).NewWorkflowDialog,
}));
/** See StartsDialog of starts-dialog.tsx. */
export const StartsDialog = lazy(async () => ({
  default: (await import('./starts/starts-dialog.tsx')).StartsDialog,
}));
/** See Palette of palette.tsx. */
export const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));
/** See PropertiesPanel of properties-panel.tsx. */
export const PropertiesPanel = lazy(async () => ({
  default: (await import('./panel/properties-panel.tsx')).PropertiesPanel,
}));
