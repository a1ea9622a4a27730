import type { Explanation } from '@attain/contract/explanations';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Shown } from '../shown.ts';
import { Computed } from './computed.tsx';

vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://attain.test' }));

const suggestion = {
  id: 'next-tier-ann',
  planId: 'p',
  planName: 'Plan',
  status: 'open',
  currency: 'EUR',
  impact: '1,150.00 EUR more pay in 2025-Q4.',
  analyser: 'next-tier',
  changes: [],
  recordChange: null,
  artifacts: [],
  evidence: [],
  workflowRunId: null,
} as unknown as Shown;

const finding = {
  persona: 'Rep',
  summary: '4,200 more credit reaches the next tier. 1,150.00 EUR more pay in 2025-Q4.',
  reasoning: ['A tenth of the quota is missing.', '1,150.00 EUR more pay in 2025-Q4.'],
  steps: [],
  confidence: null,
  counterfactuals: [],
  flipPoint: null,
  riskFactors: [],
  figures: null,
  inputs: [{ kind: 'component', label: 'Bookings', value: '5,000.00 EUR', savings: null }],
  benchmark: null,
  provenance: {
    analyser: 'next-tier',
    version: '1',
    rule: 'In time.',
    thresholds: [],
    engineVersion: '1',
    inputHash: 'h',
    limits: [],
    languageModel: null,
  },
} as unknown as Explanation;

/** The names of the sections that are drawn, and all of it. */
function drawn(explanation: Partial<Explanation>) {
  const body = createElement(Computed, { suggestion, explanation: { ...finding, ...explanation } });
  const markup = renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, body),
  );
  return {
    markup,
    sections: [...markup.matchAll(/<section aria-label="([^"]*)"><h3/g)].map(([, name]) => name),
  };
}

test('Why of a finding has its sentences once, its impact and its inputs, and no empty parts', () => {
  const { markup, sections } = drawn({});
  expect(sections).toEqual([
    'Explanation',
    'Expected impact',
    'Input analysis',
    'Data sources and evidence',
    'Model provenance and lineage',
  ]);
  expect(markup).not.toMatch(/0 steps|No changes to the plan document|Part of the savings/);
  expect(markup.match(/€1,150\.00 more pay/g)).toHaveLength(2);
});

test('Why draws the benchmark of an analyzer with its source', () => {
  const benchmark = {
    title: 'Draws',
    columns: ['Payee', 'Balance'],
    rows: [['Ann', '3,400.00 EUR']],
    source: null,
  };
  const { markup, sections } = drawn({ benchmark });
  expect(sections).toContain('Benchmark');
  expect(markup).toMatch(/Ann.*€3,400\.00.*Source: records of this workspace/);
});
