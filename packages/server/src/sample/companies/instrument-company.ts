import { active, component, type SamplePlan } from '../plans.ts';
import type { Recipe, TeamRecipe } from './recipe.ts';

/** Brennhagen Instruments: a dozen people in another company, so that one can see that tenants do not see each other. */
export const INSTRUMENT_COMPANY: Recipe = {
  key: 'brennhagen',
  name: 'Brennhagen Instruments',
  industry: 'Manufacturing',
  currency: 'EUR',
  region: 'eu',
  emailDomain: 'brennhagen.example',
  idPrefix: 'BI',
  leaders: [
    {
      key: 'head',
      title: 'Head of Sales',
      boss: null,
      pool: 'dach',
      currency: 'EUR',
      targetVariable: 60_000,
    },
  ],
  teams: [
    team('dealers', 'Sales Manager, Dealers', ['Germany', 'Austria & Switzerland']),
    team('laboratories', 'Sales Manager, Laboratories', ['Benelux', 'France']),
  ],
  segments: [
    {
      key: 'field',
      planKey: 'fy25-field-sales',
      currency: 'EUR',
      foreign: null,
      levels: [
        {
          title: 'Field Sales',
          yearlyBookings: 900_000,
          targetVariable: 28_000,
          commissionRatePercent: null,
        },
        {
          title: 'Senior Field Sales',
          yearlyBookings: 1_150_000,
          targetVariable: 34_000,
          commissionRatePercent: null,
        },
      ],
      hasQuota: true,
      quotaPercents: [24, 25, 22, 29],
      salesPercents: [23, 24, 22, 31],
      dealsPerYear: 33,
      sizeSigmaPerMille: 700,
      products: [
        { name: 'Spectrometers', weight: 25, sizePercent: 220, pays: true },
        { name: 'Balances', weight: 40, sizePercent: 60, pays: true },
        { name: 'Calibration Service', weight: 35, sizePercent: 40, pays: true },
      ],
      peerSplitPerMille: 60,
      specialistSplit: null,
      measured: null,
      customersPerTerritory: 18,
      legalForms: ['GmbH', 'AG', 'KG'],
    },
  ],
  events: { handovers: [], reorganisations: [], moves: [], territoryChanges: 1, hires: 1, leavers: 1 },
  localForms: { Benelux: ['B.V.', 'N.V.'], France: ['SAS', 'SARL'] },
  dealCount: 300,
  returnCount: 9,
};

/** Its one plan: a single component on target pay with cap and accelerator. */
export const INSTRUMENT_PLANS: readonly SamplePlan[] = [
  active('fy25-field-sales', {
    name: 'FY25 Field sales plan',
    type: 'bonus-plan',
    currency: 'EUR',
    components: [
      component({ id: 'orders', name: 'Orders', weight: 100, cap: '1.75x', accelerator: '>100% @ 1.25x' }),
    ],
  }),
];

function team(key: string, title: string, territories: readonly string[]): TeamRecipe {
  const seats = key === 'dealers' ? 5 : 4;
  return { key, title, boss: 'head', segment: 'field', seats, territories, pool: 'dach' };
}
