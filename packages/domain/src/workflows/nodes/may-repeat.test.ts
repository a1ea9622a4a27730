import { expect, test } from 'vitest';
import { mayRepeat } from './may-repeat.ts';
import { nodeType } from './node-types.ts';

test.each([
  ['api_call', { method: 'GET' }, true],
  ['api_call', { method: 'POST' }, false],
  ['api_call', { method: 'POST', repeatable: 'honours-idempotency-key' }, true],
  ['crm', { action: 'read' }, true],
  ['crm', { action: 'create' }, false],
  ['payment', {}, false],
  ['payment', { repeatable: 'honours-idempotency-key' }, true],
  ['database_write', {}, false],
  ['database_read', {}, true],
  ['storage', { action: 'write' }, true],
] as const)('[WF-26] %s with %j may be done twice without asking: %s', (type, config, may) => {
  const found = nodeType(type);
  expect(found && mayRepeat(found, config)).toBe(may);
});
