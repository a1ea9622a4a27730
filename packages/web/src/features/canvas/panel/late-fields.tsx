import { lazy } from 'react';

/** See ConfigForm of config-form.tsx. */
export const ConfigForm = lazy(async () => ({
  default: (await import('./config-form.tsx')).ConfigForm,
}));
/** See StartsSummary of starts-summary.tsx. */
export const StartsSummary = lazy(async () => ({
  default: (await import('../starts/starts-summary.tsx')).StartsSummary,
}));
/** See StepInRun of step-in-run.tsx. */
export const StepInRun = lazy(async () => ({ default: (await import('./step-in-run.tsx')).StepInRun }));
