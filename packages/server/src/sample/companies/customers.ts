import type { Prng } from '../prng.ts';
import type { SegmentRecipe } from './recipe.ts';

/** A company that buys, living in one territory. */
export interface SampleCustomer {
  readonly name: string;
  /** Name of the territory it belongs to. */
  readonly territory: string;
  /** ISO 4217: what it is invoiced in. */
  readonly currency: string;
}

/** Invents the customers of a territory; names are unique across everything entered in `taken`. */
export function drawCustomers(
  prng: Prng,
  place: {
    readonly territory: string;
    readonly segment: SegmentRecipe;
    readonly legalForms: readonly string[];
  },
  taken: Set<string>,
): SampleCustomer[] {
  const { customersPerTerritory, currency, foreign } = place.segment;
  const customers: SampleCustomer[] = [];
  while (customers.length < customersPerTerritory) {
    const name = `${prng.pick(FIRST)}${prng.pick(SECOND)} ${prng.pick(TRADE)} ${prng.pick(place.legalForms)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const buysForeign = foreign !== null && prng.chance(foreign.perMille);
    customers.push({ name, territory: place.territory, currency: buysForeign ? foreign.currency : currency });
  }
  return customers;
}

const FIRST =
  'Alder Amber Ash Birch Black Blue Bright Broad Cedar Clear Cold Copper Crest Dale East Elm Ever Fair Fern Flint Glen Gold Granite Green Grey Harbor Hazel High Iron Juniper Lake Lark Long Maple Marsh Mill North Oak Pine Quarry Raven Red Ridge River Rowan Salt Silver Spruce Star Stone Summer Swift Thorn Vale West Wild Willow Winter'.split(
    ' ',
  );
const SECOND =
  'bank bay bourne bridge brook burn bury crest croft dale fall fell field ford gate glen ham haven hill holm hurst land ley mark mere moor more mouth port rock shire side stead ton vale view ward water way well wick wood worth'.split(
    ' ',
  );
const TRADE = [
  ...['Logistics', 'Foods', 'Health', 'Insurance', 'Energy', 'Media', 'Retail', 'Motors', 'Pharma', 'Bank'],
  ...[
    'Airways',
    'Textiles',
    'Packaging',
    'Robotics',
    'Optics',
    'Shipping',
    'Utilities',
    'Telecom',
    'Chemicals',
  ],
  ...[
    'Hotels',
    'Brewing',
    'Construction',
    'Education',
    'Research',
    'Furniture',
    'Agriculture',
    'Instruments',
  ],
];
