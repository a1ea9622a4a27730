import type { LevelRecipe, SegmentRecipe } from './recipe.ts';

/** How the software company sells: enterprise in dollars and in euros, commercial, and specialists beside both. */
export const SOFTWARE_SEGMENTS: readonly SegmentRecipe[] = [
  enterprise({
    key: 'enterprise-americas',
    planKey: 'fy25-enterprise-ae',
    currency: 'USD',
    foreign: { currency: 'EUR', perMille: 40 },
    levels: [
      level('Account Executive', 1_300_000, 95_000),
      level('Senior Account Executive', 1_650_000, 115_000),
      level('Strategic Account Executive', 2_100_000, 140_000),
    ],
    legalForms: ['Inc.', 'Corp.', 'LLC', 'Group'],
    specialistSplit: { team: 'overlay-americas', perMille: 60 },
  }),
  enterprise({
    key: 'enterprise-emea',
    planKey: 'fy25-enterprise-ae-emea',
    currency: 'EUR',
    foreign: { currency: 'USD', perMille: 90 },
    levels: [
      level('Account Executive', 1_050_000, 78_000),
      level('Senior Account Executive', 1_350_000, 94_000),
      level('Strategic Account Executive', 1_750_000, 112_000),
    ],
    legalForms: ['GmbH', 'AG', 'KG', 'SE'],
    specialistSplit: { team: 'overlay-emea', perMille: 60 },
  }),
  {
    key: 'commercial',
    planKey: 'fy25-commercial-commission',
    currency: 'USD',
    foreign: null,
    levels: [
      level('Commercial Account Executive', 620_000, null),
      level('Senior Commercial Account Executive', 760_000, null),
    ],
    hasQuota: true,
    quotaPercents: [23, 25, 24, 28],
    salesPercents: [22, 24, 23, 31],
    dealsPerYear: 200,
    sizeSigmaPerMille: 820,
    products: [
      product('Core Platform', 40, 120),
      product('Analytics', 20, 90),
      product('Integration Hub', 14, 80),
      product('Security Suite', 12, 110),
      product('Premium Support', 8, 45),
      product('Training', 6, 35),
    ],
    peerSplitPerMille: 18,
    specialistSplit: { team: 'overlay-americas', perMille: 26 },
    measured: null,
    customersPerTerritory: 110,
    legalForms: ['LLC', 'Inc.', 'Co.', 'Partners', '& Sons'],
  },
  {
    key: 'specialist',
    planKey: 'fy25-specialist-overlay',
    currency: 'USD',
    foreign: { currency: 'EUR', perMille: 300 },
    levels: [
      { ...level('Product Specialist', 900_000, null), commissionRatePercent: '3.5' },
      { ...level('Senior Product Specialist', 1_150_000, null), commissionRatePercent: '4.25' },
      { ...level('Principal Product Specialist', 1_400_000, null), commissionRatePercent: '5' },
    ],
    hasQuota: false,
    quotaPercents: [25, 25, 25, 25],
    salesPercents: [23, 25, 23, 29],
    dealsPerYear: 42,
    sizeSigmaPerMille: 700,
    products: [product('Implementation Services', 70, 120), product('Training', 30, 50)],
    peerSplitPerMille: 60,
    specialistSplit: null,
    measured: null,
    customersPerTerritory: 90,
    legalForms: ['Inc.', 'GmbH', 'LLC', 'Group'],
  },
];

type EnterpriseParts = Pick<
  SegmentRecipe,
  'key' | 'planKey' | 'currency' | 'foreign' | 'levels' | 'legalForms' | 'specialistSplit'
>;

function enterprise(parts: EnterpriseParts): SegmentRecipe {
  return {
    ...parts,
    hasQuota: true,
    quotaPercents: [22, 25, 24, 29],
    salesPercents: [21, 23, 22, 34],
    dealsPerYear: 72,
    sizeSigmaPerMille: 950,
    products: [
      product('Core Platform', 36, 130),
      product('Analytics', 18, 90),
      product('Security Suite', 14, 110),
      product('Integration Hub', 12, 80),
      product('Premium Support', 8, 45),
      { ...product('Implementation Services', 12, 60), pays: false },
    ],
    peerSplitPerMille: 40,
    measured: { scorePerMonth: 80, winsPerQuarter: [3, 3, 3, 4] },
    customersPerTerritory: 36,
  };
}

function product(name: string, weight: number, sizePercent: number): SegmentRecipe['products'][number] {
  return { name, weight, sizePercent, pays: true };
}

function level(title: string, yearlyBookings: number, targetVariable: number | null): LevelRecipe {
  return { title, yearlyBookings, targetVariable, commissionRatePercent: null };
}
