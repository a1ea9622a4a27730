import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { workflowListQuery } from '../../../api/requests/workflow-queries.ts';
import { type Canvas, CanvasContext } from '../editing/canvas-context.ts';
import { ErrorWorkflowField, RegisteredField } from './registered-field.tsx';

// the client reads the address of the page when it is imported
vi.hoisted(() => vi.stubGlobal('location', { origin: 'https://attain.test' }));
afterAll(() => void vi.unstubAllGlobals());

const rows = [
  { id: 'open', name: 'Pay bonuses' },
  { id: 'other', name: 'Ask finance' },
];

/** What the field shows for a chosen workflow: its name, if it is one of the options. */
function shown(chosen: string, field: 'step' | 'failure'): string {
  const cache = new QueryClient();
  cache.setQueryData<{ rows: { id: string; name: string }[] }>(workflowListQuery().queryKey, { rows });
  const props = { value: chosen, disabled: false, onChange: () => undefined };
  const drawn =
    field === 'step'
      ? createElement(RegisteredField, { ...props, of: 'workflow' })
      : createElement(ErrorWorkflowField, props);
  const canvas = createElement(CanvasContext, { value: { workflowId: 'open' } as Canvas }, drawn);
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: cache }, canvas));
}

test.each(['step', 'failure'] as const)(
  'a workflow is not offered to itself as the workflow of a %s; others are',
  (field) => {
    expect(shown('other', field)).toContain('Ask finance');
    expect(shown('open', field)).not.toContain('Pay bonuses');
  },
);
