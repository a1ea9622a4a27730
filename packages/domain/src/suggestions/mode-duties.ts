/** What a mode of work demands of audit and compliance. */
export interface ModeDuties {
  readonly auditLevel: 'basic' | 'standard' | 'comprehensive';
  readonly complianceLevel: 'standard' | 'strict';
  /** How long details of the trail are kept; fixed when they are written. */
  readonly retentionYears: number;
}

const standard: ModeDuties = { auditLevel: 'standard', complianceLevel: 'standard', retentionYears: 5 };

const duties: ReadonlyMap<string, ModeDuties> = new Map([
  ['traditional', standard],
  ['hybrid', standard],
  ['agentic', { auditLevel: 'comprehensive', complianceLevel: 'strict', retentionYears: 7 }],
]);

/**
 * The duties of a mode (SGR-60): the strictest in agentic mode, where suggestions are applied without a click. Throws an Error for an
 * unknown mode.
 */
export function modeDuties(mode: string): ModeDuties {
  const found = duties.get(mode);
  if (found === undefined) throw new Error(`No adaptation found for mode: ${mode}`);
  return found;
}
