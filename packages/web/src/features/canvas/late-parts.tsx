import { lazy } from 'react';

/** Lazy parts of the canvas; render them in a Suspense without a fallback. */
export const ConflictDialog = lazy(async () => ({
  default: (await import('./acts/conflict-dialog.tsx')).ConflictDialog,
}));
export const ConnectDialog = lazy(async () => ({
  default: (await import('./acts/connect-dialog.tsx')).ConnectDialog,
}));
export const DraftDialog = lazy(async () => ({
  default: (await import('./acts/draft-dialog.tsx')).DraftDialog,
}));
export const EmptyBoard = lazy(async () => ({
  default: (await import('./palette/empty-board.tsx')).EmptyBoard,
}));
export const FindDialog = lazy(async () => ({
  default: (await import('./acts/find-dialog.tsx')).FindDialog,
}));
export const PublishDialog = lazy(async () => ({
  default: (await import('./acts/publish-dialog.tsx')).PublishDialog,
}));
export const RunDialog = lazy(async () => ({ default: (await import('./acts/run-dialog.tsx')).RunDialog }));
export const TestRunDialog = lazy(async () => ({
  default: (await import('./acts/test-run-dialog.tsx')).TestRunDialog,
}));
export const TestStrip = lazy(async () => ({ default: (await import('./acts/test-strip.tsx')).TestStrip }));
export const StaleNote = lazy(async () => ({ default: (await import('./acts/stale-note.tsx')).StaleNote }));
export const OutlineTable = lazy(async () => ({
  default: (await import('./outline/outline-table.tsx')).OutlineTable,
}));
export const RunStrip = lazy(async () => ({ default: (await import('./acts/run-strip.tsx')).RunStrip }));
export const KeysDialog = lazy(async () => ({
  default: (await import('./acts/keys-dialog.tsx')).KeysDialog,
}));
export const NewWorkflowDialog = lazy(async () => ({
  default: (await import('./library/new-workflow.tsx')).NewWorkflowDialog,
}));
export const StartsDialog = lazy(async () => ({
  default: (await import('./starts/starts-dialog.tsx')).StartsDialog,
}));
export const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }));
export const PropertiesPanel = lazy(async () => ({
  default: (await import('./panel/properties-panel.tsx')).PropertiesPanel,
}));
