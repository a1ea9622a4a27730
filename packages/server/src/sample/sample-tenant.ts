import type { Role } from '@attain/domain/access/permissions';
import type { Holiday } from '@attain/domain/base/holidays';
import type { ExchangeRate } from '@attain/domain/crediting/deal';
import type { Quota } from '@attain/domain/quotas/participant';
import type { SampleCustomer } from './companies/customers.ts';
import type { PlanAssignment, ReportingLine, SampleTerritory, TerritoryAssignment } from './hierarchy.ts';
import type { SampleParticipant } from './people.ts';
import type { SamplePlan } from './plans.ts';
import type { SampleDeal } from './selling/market.ts';
import type { SampleOpportunity } from './selling/opportunities.ts';
import type { SampleCourse } from './terms/sample-course.ts';

/** Everything a first start puts into the database, as plain rows; the same bytes every time. */
export interface SampleWorkspace {
  readonly tenants: readonly SampleTenant[];
  /** People with an account in one company who also belong to another, so that one can change between the two. */
  readonly guests: readonly SampleGuest[];
}

export interface SampleGuest {
  readonly username: string;
  /** Key of the company they also belong to. */
  readonly tenantKey: string;
  readonly role: Role;
}

/** One company of the sample. Plans are named by `key`, territories by name, people by participant id. */
export interface SampleTenant {
  readonly key: string;
  readonly name: string;
  readonly industry: string;
  /** ISO 4217: the currency the workspace reports in. */
  readonly currency: string;
  readonly region: 'us' | 'eu';
  /** The day it always is; omitted: the clock decides. */
  readonly fixedDay?: string;
  readonly holidays: readonly Holiday[];
  readonly participants: readonly SampleParticipant[];
  readonly reportingLines: readonly ReportingLine[];
  readonly territories: readonly SampleTerritory[];
  readonly territoryAssignments: readonly TerritoryAssignment[];
  readonly customers: readonly SampleCustomer[];
  readonly quotas: readonly Quota[];
  /** Sales and returns, in date order. */
  readonly deals: readonly SampleDeal[];
  /** Monthly scores and counts: deals of the units `Score` and `Count`. */
  readonly results: readonly SampleDeal[];
  readonly exchangeRates: readonly ExchangeRate[];
  readonly opportunities?: readonly SampleOpportunity[];
  readonly plans: readonly SamplePlan[];
  readonly assignments: readonly PlanAssignment[];
  /** Keys of the plans whose suggestions are there from the start. */
  readonly analysed?: readonly string[];
  readonly accounts: readonly SampleAccount[];
  /** Months that are calculated and paid one after another. Left out: all periods of the plans are only calculated. */
  readonly course?: SampleCourse;
}

/** Somebody who can sign in. User names are unique over all tenants. */
export interface SampleAccount {
  readonly username: string;
  readonly displayName: string;
  readonly role: Role;
  /** Who they are among the participants: set for manager and rep, null for the others. */
  readonly participantId: string | null;
}
