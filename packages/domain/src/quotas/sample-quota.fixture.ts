import type { Period } from '../base/period.ts';
import type { Participant, Quota } from './participant.ts';
import type { PartTerms } from './proration.ts';

/** The period all samples are about. */
export const SAMPLE_PERIOD: Period = { key: '2024-Q1', from: '2024-01-01', to: '2024-03-31' };

/** A participant with 15,000 target variable pay a quarter. */
export function sampleParticipant(id: string, wanted: Partial<Participant> = {}): Participant {
  return {
    id,
    name: id,
    hiredOn: null,
    leftOn: null,
    targetVariableAnnual: '60000',
    commissionRatePercent: null,
    ...wanted,
  };
}

/** Ann's quota for the sample period, for everything measured in money. */
export function sampleQuota(amount: string, wanted: Partial<Quota> = {}): Quota {
  return {
    participantId: 'ann',
    componentId: null,
    unit: '$',
    from: SAMPLE_PERIOD.from,
    to: SAMPLE_PERIOD.to,
    amount,
    ...wanted,
  };
}

/** Ann all the time in a quarterly plan that prorates nothing, with anything else as wanted. */
export function samplePart(wanted: Partial<PartTerms> = {}): PartTerms {
  return {
    participant: sampleParticipant('ann'),
    attendance: { enrolments: null, leaves: [], ramps: [] },
    effective: undefined,
    proration: undefined,
    calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
    ...wanted,
  };
}
