import { expect, test } from 'vitest';
import type { JsonObject } from '../json-value.ts';
import { deliveriesOf } from './deliveries.ts';

const to = (type: string, config: JsonObject) =>
  deliveriesOf([{ id: 'n', type, title: '', config }]).map((one) => `${one.kind} ${one.to}`);

test('[WF-61] every step that hands values to people or systems is named with its recipient', () => {
  expect(to('approval', { queue: 'finance' })).toEqual(['task Finance']);
  expect(to('review_task', { assignee: 'ann', queue: 'finance' })).toEqual(['task ann']);
  expect(to('notification', { to: 'finance, ann' })).toEqual(['notice Finance, ann']);
  expect(to('email', { to: '{{ input.mail }}' })).toEqual(['message {{ input.mail }}']);
  expect(to('sms', { to: '+41 79 123 45 67' })).toEqual(['message +41 79 123 45 67']);
  expect(to('database_write', { database: 'warehouse' })).toEqual(['system warehouse']);
  expect(to('llm', { provider: 'elsewhere' })).toEqual(['system elsewhere']);
});

test('[WF-61] of an address called only the site is named, unless the site itself is decided during the run', () => {
  expect(
    to('api_call', { method: 'POST', url: 'https://hooks.example.com/services/T0/secret?key=1' }),
  ).toEqual(['system https://hooks.example.com']);
  expect(to('api_call', { method: 'POST', url: 'https://{{ input.host }}/a' })).toEqual([
    'system https://{{ input.host }}/a',
  ]);
});

test('[WF-61] reading, the built-in analyst, the workspace’s own model and its own tables are no recipients', () => {
  expect(to('api_call', { method: 'GET', url: 'https://example.com' })).toEqual([]);
  expect(to('crm', { application: 'crm', action: 'read' })).toEqual([]);
  expect(to('storage', { application: 'bucket', action: 'list' })).toEqual([]);
  expect(to('storage', { application: 'bucket' })).toEqual([]);
  expect(to('storage', { application: 'bucket', action: 'write' })).toEqual(['system bucket']);
  expect(to('database_write', { database: 'attain' })).toEqual([]);
  expect([...to('llm', { provider: 'offline' }), ...to('llm', {})]).toEqual([]);
  expect(to('data_collection', { to: 'ann' })).toEqual([]);
});
