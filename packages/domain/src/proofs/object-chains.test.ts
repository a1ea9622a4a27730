import { describe, expect, it } from 'vitest';
import type { AuditEntry } from './entry.ts';
import { ObjectChains } from './object-chains.ts';

const entry = (action: string, before: string, after: string): AuditEntry =>
  ({ app: '0.2.0', action, object: { type: 'workspace', id: 'w' }, before, after }) as AuditEntry;

describe('settings of a workspace', () => {
  it('are followed each by the act that saves them', () => {
    const chains = new ObjectChains();
    const follow = (action: string, before: string, after: string, index: number) =>
      chains.follow(entry(action, before, after), index);
    expect(follow('workspace.settings-saved', 'a', 'b', 0)).toBeNull();
    expect(follow('workspace.mail-saved', 'm', 'n', 1)).toBeNull();
    expect(follow('workspace.benefit-period-saved', 'x', 'y', 2)).toBeNull();
    expect(follow('workspace.settings-saved', 'b', 'c', 3)).toBeNull();
    expect(follow('workspace.mail-saved', 'changed', 'o', 4)).toContain('Entry 4: workspace w changed');
  });
});
