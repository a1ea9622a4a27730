import { lazy } from 'react';

/** Lazy parts of the properties panel. */
export const NodeConfigForm = lazy(async () => ({
  default: (await import('./config-form.tsx')).NodeConfigForm,
}));
export const ErrorWorkflowField = lazy(async () => ({
  default: (await import('./registered-field.tsx')).ErrorWorkflowField,
}));
export const StartsSummary = lazy(async () => ({
  default: (await import('../starts/starts-summary.tsx')).StartsSummary,
}));
export const TrialFields = lazy(async () => ({
  default: (await import('./trial-fields.tsx')).TrialFields,
}));
export const StepInRun = lazy(async () => ({ default: (await import('./step-in-run.tsx')).StepInRun }));
