import { expect, test } from 'vitest';
import { modeDuties } from './mode-duties.ts';

test('[SGR-60] [ASSIST-AUDIT-13] [ASSIST-AUDIT-14] [ASSIST-AUDIT-15] [CONF-ASSIST-35] agentic mode is audited comprehensively and strictly, the others to the standard', () => {
  expect(modeDuties('agentic')).toEqual({
    auditLevel: 'comprehensive',
    complianceLevel: 'strict',
    retentionYears: 7,
  });
  for (const mode of ['hybrid', 'traditional'])
    expect(modeDuties(mode)).toEqual({
      auditLevel: 'standard',
      complianceLevel: 'standard',
      retentionYears: 5,
    });
});

test('[ASSIST-ERR-06] an unknown mode is named', () => {
  for (const mode of ['autopilot', 'constructor', ''])
    expect(() => modeDuties(mode)).toThrow(`No adaptation found for mode: ${mode}`);
});
