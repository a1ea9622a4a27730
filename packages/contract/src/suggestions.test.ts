import { expect, test } from 'vitest';
import { assistantEventTypes } from './assistant-events.ts';
import { Evidence } from './evidence.ts';
import { Explanation } from './explanations.ts';
import { Artifact, ComplianceOverlay, feedbackTypes } from './suggestions.ts';

const namesOf = (schema: { shape: object }) => Object.keys(schema.shape);

test('[ASSIST-ENT-13] [ASSIST-ENT-14] [ASSIST-ENT-15] [ASSIST-ENT-16] [ASSIST-ENT-18] artifacts, overlays and the status of a pack have the stated members and values', () => {
  expect(namesOf(Artifact)).toEqual(['id', 'type', 'title', 'source', 'hash', 'complianceScore']);
  expect(Artifact.shape.type.options).toEqual(['historical_data', 'benchmark', 'policy', 'regulation']);
  expect(namesOf(ComplianceOverlay)).toEqual(['id', 'name', 'version', 'status', 'industry', 'description']);
  expect(ComplianceOverlay.shape.status.options).toEqual(['OK', 'Warning', 'Violation']);
  expect(Evidence.shape.verificationStatus.options).toEqual(['verified', 'pending', 'failed']);
});

test('[ASSIST-ENT-24] [ASSIST-ENT-28] [CONF-ASSIST-11] votes are two, and events are the stated six with the two that the texts add', () => {
  expect(feedbackTypes).toEqual(['thumbs_up', 'thumbs_down']);
  const stated = ['why', 'evidence', 'apply', 'override', 'feedback', 'simulation'];
  expect(assistantEventTypes).toEqual([...stated, 'export_failed', 'autonomy_change']);
});

test('[ASSIST-ENT-33] [ASSIST-ENT-34] alternatives and steps of the reasoning have the stated members', () => {
  expect(namesOf(Explanation.shape.counterfactuals.element)).toEqual(
    expect.arrayContaining([
      ...['id', 'title', 'description', 'projectedSavings'],
      ...['riskScore', 'confidence', 'reasoning'],
    ]),
  );
  expect(namesOf(Explanation.shape.steps.element)).toEqual(
    expect.arrayContaining(['id', 'title', 'summary', 'details', 'confidence', 'evidenceCount']),
  );
});
