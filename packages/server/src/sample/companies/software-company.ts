import type { NamePool } from './names.ts';
import type { LeaderRecipe, Recipe } from './recipe.ts';
import { SOFTWARE_SEGMENTS } from './software-segments.ts';
import { SOFTWARE_TEAMS } from './software-teams.ts';

/** Tessaro Cloud: 200 people selling subscriptions in North America and the euro area. */
export const SOFTWARE_COMPANY: Recipe = {
  key: 'tessaro',
  name: 'Tessaro Cloud',
  industry: 'SaaS',
  currency: 'USD',
  region: 'us',
  emailDomain: 'tessaro.example',
  idPrefix: 'TC',
  leaders: [
    leader({ key: 'cro', title: 'Chief Revenue Officer', boss: null, targetVariable: 240_000 }),
    leader({ key: 'americas', title: 'VP Sales, Americas Enterprise', boss: 'cro', targetVariable: 180_000 }),
    leader({ key: 'emea', title: 'VP Sales, EMEA', boss: 'cro', targetVariable: 165_000, pool: 'northern' }),
    leader({ key: 'commercial', title: 'VP Sales, Commercial', boss: 'cro', targetVariable: 150_000 }),
    leader({ key: 'specialists', title: 'VP Solutions & Overlay', boss: 'cro', targetVariable: 150_000 }),
    leader({
      key: 'am-east',
      title: 'Regional Director, Americas East',
      boss: 'americas',
      targetVariable: 135_000,
    }),
    leader({
      key: 'am-central',
      title: 'Regional Director, Americas Central',
      boss: 'americas',
      targetVariable: 135_000,
    }),
    leader({
      key: 'am-west',
      title: 'Regional Director, Americas West',
      boss: 'americas',
      targetVariable: 135_000,
    }),
    leader({
      key: 'emea-north',
      title: 'Regional Director, Northern Europe',
      boss: 'emea',
      targetVariable: 120_000,
      pool: 'northern',
    }),
    leader({
      key: 'emea-dach',
      title: 'Regional Director, DACH',
      boss: 'emea',
      targetVariable: 120_000,
      pool: 'dach',
    }),
    leader({
      key: 'emea-south',
      title: 'Regional Director, Southern Europe',
      boss: 'emea',
      targetVariable: 120_000,
      pool: 'southern',
    }),
    leader({
      key: 'co-east',
      title: 'Regional Director, Commercial East',
      boss: 'commercial',
      targetVariable: 95_000,
    }),
    leader({
      key: 'co-central',
      title: 'Regional Director, Commercial Central',
      boss: 'commercial',
      targetVariable: 95_000,
    }),
    leader({
      key: 'co-west',
      title: 'Regional Director, Commercial West',
      boss: 'commercial',
      targetVariable: 95_000,
    }),
    leader({
      key: 'overlay',
      title: 'Director, Product Specialists',
      boss: 'specialists',
      targetVariable: 110_000,
    }),
  ],
  teams: SOFTWARE_TEAMS,
  segments: SOFTWARE_SEGMENTS,
  events: {
    handovers: [{ team: 'co-east-2', lastDay: '2025-04-30' }],
    reorganisations: [
      { team: 'co-central-3', boss: 'co-west', on: '2025-07-01' },
      { team: 'am-central-2', boss: 'am-west', on: '2025-07-01' },
    ],
    moves: [
      { team: 'co-east-1', seat: 0, toTeam: 'am-east-2', on: '2025-07-01' },
      { team: 'co-west-1', seat: 2, toTeam: 'am-west-1', on: '2025-07-01' },
      { team: 'am-east-2', seat: 3, toTeam: 'am-central-1', on: '2025-04-01' },
      { team: 'emea-dach-1', seat: 1, toTeam: 'emea-dach-2', on: '2025-07-01' },
      { team: 'emea-south-1', seat: 4, toTeam: 'emea-north-1', on: '2025-10-01' },
      { team: 'co-central-1', seat: 5, toTeam: 'co-central-2', on: '2025-07-01' },
    ],
    territoryChanges: 9,
    hires: 18,
    leavers: 14,
  },
  localForms: {
    Netherlands: ['B.V.', 'N.V.'],
    'Belgium & Luxembourg': ['N.V.', 'S.A.', 'BV'],
    Ireland: ['Ltd', 'plc', 'DAC'],
    Finland: ['Oy', 'Oyj'],
    Denmark: ['A/S', 'ApS'],
    Baltics: ['OÜ', 'SIA', 'UAB'],
    'Paris & North': ['SAS', 'S.A.', 'SARL'],
    'Lyon & East': ['SAS', 'SARL'],
    'Southern France': ['SAS', 'SARL'],
    Spain: ['S.A.', 'S.L.'],
    Portugal: ['Lda', 'S.A.'],
    Italy: ['S.p.A.', 'S.r.l.'],
  },
  dealCount: 20_000,
  returnCount: 600,
};

type LeaderParts = Omit<LeaderRecipe, 'pool' | 'currency'> & { readonly pool?: NamePool };

function leader({ pool = 'americas', ...parts }: LeaderParts): LeaderRecipe {
  return { ...parts, pool, currency: pool === 'americas' ? 'USD' : 'EUR' };
}
