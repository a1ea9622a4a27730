import type { Role } from '@attain/domain/access/permissions';
import { drawCustomers, type SampleCustomer } from './companies/customers.ts';
import { INSTRUMENT_COMPANY, INSTRUMENT_PLANS } from './companies/instrument-company.ts';
import { addMidMarket } from './companies/mid-market.ts';
import { type Recipe, segmentOf } from './companies/recipe.ts';
import { SOFTWARE_COMPANY } from './companies/software-company.ts';
import { FISCAL_YEAR } from './days.ts';
import { dealsOfYear } from './deals-year.ts';
import { exchangeBy, exchangeRatesOfYear } from './exchange-rates-year.ts';
import {
  planAssignments,
  reportingLines,
  type SampleTerritory,
  territoriesOf,
  territoryAssignments,
} from './hierarchy.ts';
import { holidaysIn } from './holidays.ts';
import { addOpenQuarter } from './open-quarter.ts';
import { inventPeople, type People } from './people.ts';
import { PLANS, type SamplePlan } from './plans.ts';
import { stream } from './prng.ts';
import { planCareers, quotasOfYear } from './quotas-year.ts';
import { resultsOfYear } from './results-year.ts';
import type { SampleAccount, SampleTenant, SampleWorkspace } from './sample-tenant.ts';
import { TERMS_COMPANY } from './terms/terms-company.ts';

/** The whole sample: the software company with its year, the small second tenant, and the one that shows what plans can say. */
export function sampleWorkspace(): SampleWorkspace {
  return {
    tenants: [
      addOpenQuarter(
        addMidMarket(
          tenantOf(SOFTWARE_COMPANY, { plans: PLANS, usernamePrefix: '', people: SOFTWARE_ACCOUNTS }),
        ),
        SOFTWARE_COMPANY,
      ),
      addOpenQuarter(
        tenantOf(INSTRUMENT_COMPANY, {
          plans: INSTRUMENT_PLANS,
          usernamePrefix: 'brennhagen-',
          people: INSTRUMENT_ACCOUNTS,
        }),
        INSTRUMENT_COMPANY,
      ),
      TERMS_COMPANY,
    ],
    guests: [{ username: 'admin', tenantKey: INSTRUMENT_COMPANY.key, role: 'administrator' }],
  };
}

type AccountNames = readonly (readonly [username: string, role: Role, displayName: string])[];

const SOFTWARE_ACCOUNTS: AccountNames = [
  ['admin', 'administrator', 'Rosalind Achterberg'],
  ['designer', 'plan-designer', 'Teodor Wielgosz'],
  ['finance', 'finance', 'Hyun-ji Baek'],
  ['compadmin', 'comp-admin', 'Ruxandra Abrudan'],
  ['agentadmin', 'agent-administrator', 'Ottoline Verhaegen'],
  ['developer', 'agent-developer', 'Ignacio Belmonte'],
  ['operator', 'agent-operator', 'Farida Qureshi'],
  ['compliance', 'compliance-officer', 'Oluwaseun Bankole'],
  ['auditor', 'auditor', 'Margit Svendsen'],
  ['viewer', 'viewer', 'Lachlan Pruitt'],
];

const INSTRUMENT_ACCOUNTS: AccountNames = [
  ['admin', 'administrator', 'Gudrun Echternach'],
  ['finance', 'finance', 'Anselm Dietrich'],
];

function tenantOf(
  recipe: Recipe,
  extra: {
    readonly plans: readonly SamplePlan[];
    readonly usernamePrefix: string;
    readonly people: AccountNames;
  },
): SampleTenant {
  const people = inventPeople(
    recipe,
    extra.people.map(([, , name]) => name),
  );
  const careers = planCareers(recipe, people);
  const exchangeRates = usesForeignMoney(recipe) ? exchangeRatesOfYear(recipe.key) : [];
  const territories = territoriesOf(recipe);
  const customers = customersOf(recipe, territories);
  const market = { recipe, people, careers, customers, exchange: exchangeBy(exchangeRates) };
  return {
    key: recipe.key,
    name: recipe.name,
    industry: recipe.industry,
    currency: recipe.currency,
    region: recipe.region,
    holidays: holidaysIn(recipe.region === 'us' ? 'US' : 'Germany'),
    participants: people.participants,
    reportingLines: reportingLines(recipe, people),
    territories,
    territoryAssignments: territoryAssignments(people),
    customers,
    quotas: quotasOfYear(recipe, careers),
    deals: dealsOfYear(market),
    results: resultsOfYear(recipe, careers),
    exchangeRates,
    plans: extra.plans,
    assignments: planAssignments(recipe, people, FISCAL_YEAR.from),
    accounts: accountsOf(people, extra),
  };
}

function usesForeignMoney(recipe: Recipe): boolean {
  return recipe.segments.some((segment) => segment.foreign !== null || segment.currency !== recipe.currency);
}

function customersOf(recipe: Recipe, territories: readonly SampleTerritory[]): SampleCustomer[] {
  const prng = stream(`${recipe.key}/customers`);
  const taken = new Set<string>();
  return territories.flatMap(({ name, segment: segmentKey }) => {
    const segment = segmentOf(recipe, segmentKey);
    const legalForms = recipe.localForms[name] ?? segment.legalForms;
    return drawCustomers(prng, { territory: name, segment, legalForms }, taken);
  });
}

/** The manager account is the first team's manager, the rep account the first rep of that team. */
function accountsOf(
  people: People,
  extra: { readonly usernamePrefix: string; readonly people: AccountNames },
): SampleAccount[] {
  const named = (id: string) => people.participants.find((each) => each.id === id)!.name;
  const manager = people.managerTerms[0]!.managerId;
  const rep = people.jobs[0]!.participantId;
  const accounts: SampleAccount[] = [
    ...extra.people.map(([username, role, displayName]) => ({
      username,
      role,
      displayName,
      participantId: null,
    })),
    { username: 'manager', role: 'manager', displayName: named(manager), participantId: manager },
    { username: 'rep', role: 'sales-rep', displayName: named(rep), participantId: rep },
  ];
  return accounts.map((account) => ({ ...account, username: `${extra.usernamePrefix}${account.username}` }));
}
