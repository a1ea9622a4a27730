/** What a mode of work demands of audit and compliance. */
export interface ModeDuties {
  readonly auditLevel: 'basic' | 'standard' | 'comprehensive';
  readonly complianceLevel: 'standard' | 'strict';
  /** How long details of the trail are kept; fixed when they are written. */
  readonly retentionYears: number;
}

/** The duties of a mode (SGR-60): the strictest in agentic mode, where suggestions are applied without a click. */
export function modeDuties(mode: string): ModeDuties {
  return mode === 'agentic'
    ? { auditLevel: 'comprehensive', complianceLevel: 'strict', retentionYears: 7 }
    : { auditLevel: 'standard', complianceLevel: 'standard', retentionYears: 5 };
}
