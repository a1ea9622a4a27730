import type { SampleDeal } from '../selling/market.ts';

/** The people of the key accounts team; everybody but the first reports to the first. */
export const TEAM = {
  lead: 'HR-1001',
  rep: 'HR-1002',
  colleague: 'HR-1003',
  specialist: 'HR-1004',
} as const;

const { rep, colleague, specialist } = TEAM;
const engineer = [{ participantId: specialist, sharePercent: '50' }];

/** Where a customer is, and so whose it is. */
export const CUSTOMERS = [
  { name: 'Fjordlaks', territory: 'Nordics', currency: 'USD' },
  { name: 'Nordvik Verft', territory: 'Nordics', currency: 'USD' },
  { name: 'Skagen Mølle', territory: 'Nordics', currency: 'EUR' },
  { name: 'Talleres Ebro', territory: 'Iberia', currency: 'USD' },
  { name: 'Olivares del Sur', territory: 'Iberia', currency: 'USD' },
] as const;

/** Four months of round figures, so that whoever reads a statement can follow it by head. */
export const TERMS_DEALS: readonly SampleDeal[] = [
  // before the first plan: no plan pays it
  sale('00', '2024-12-18', {
    who: colleague,
    amount: '25000',
    product: 'Robot Arm',
    customer: 'Talleres Ebro',
  }),
  sale('01', '2025-01-14', { who: rep, amount: '60000', product: 'Assembly Cell', customer: 'Fjordlaks' }),
  sale('02', '2025-01-20', {
    who: rep,
    amount: '30000',
    product: 'Service Contract',
    customer: 'Fjordlaks',
    termMonths: 12,
  }),
  sale('03', '2025-01-22', {
    who: colleague,
    amount: '110000',
    product: 'Robot Arm',
    customer: 'Talleres Ebro',
    overlays: engineer,
  }),
  sale('04', '2025-01-28', {
    who: colleague,
    amount: '20000',
    product: 'Service Contract',
    customer: 'Talleres Ebro',
    termMonths: 24,
  }),
  sale('05', '2025-02-06', {
    who: rep,
    amount: '120000',
    product: 'Assembly Cell',
    customer: 'Nordvik Verft',
  }),
  sale('06', '2025-02-11', {
    who: colleague,
    amount: '80000',
    product: 'Robot Arm',
    customer: 'Olivares del Sur',
    overlays: [{ participantId: rep, sharePercent: '25' }, ...engineer],
  }),
  sale('07', '2025-02-18', {
    who: rep,
    amount: '50000',
    product: 'Service Contract',
    customer: 'Nordvik Verft',
    termMonths: 24,
  }),
  sale('08', '2025-02-20', {
    who: colleague,
    amount: '10000',
    product: 'Vision Kit',
    customer: 'Talleres Ebro',
  }),
  sale('09', '2025-02-25', { who: rep, amount: '40000', product: 'Vision Kit', customer: 'Skagen Mølle' }),
  sale('10', '2025-03-05', {
    who: rep,
    amount: '80000',
    product: 'Robot Arm',
    customer: 'Skagen Mølle',
    currency: 'EUR',
  }),
  sale('11', '2025-03-12', { who: rep, amount: '16000', product: 'Assembly Cell', customer: 'Fjordlaks' }),
  sale('12', '2025-03-14', {
    who: rep,
    amount: '10000',
    product: 'Service Contract',
    customer: 'Skagen Mølle',
    termMonths: 12,
  }),
  sale('13', '2025-03-19', { who: rep, amount: '20000', product: 'Vision Kit', customer: 'Nordvik Verft' }),
  sale('14', '2025-03-21', {
    who: colleague,
    amount: '90000',
    product: 'Assembly Cell',
    customer: 'Olivares del Sur',
    overlays: engineer,
  }),
  sale('15', '2025-04-09', { who: rep, amount: '130000', product: 'Robot Arm', customer: 'Nordvik Verft' }),
  sale('16', '2025-04-15', {
    who: colleague,
    amount: '115000',
    product: 'Robot Arm',
    customer: 'Talleres Ebro',
    overlays: engineer,
  }),
  sale('17', '2025-04-22', {
    who: rep,
    amount: '-10000',
    product: 'Assembly Cell',
    customer: 'Fjordlaks',
    returnOf: '11',
  }),
];

interface Sold extends Partial<Pick<SampleDeal, 'overlays' | 'termMonths' | 'currency'>> {
  readonly who: string;
  readonly amount: string;
  readonly product: string;
  readonly customer: (typeof CUSTOMERS)[number]['name'];
  /** Number of the sale a return takes back. */
  readonly returnOf?: string;
}

function sale(number: string, date: string, sold: Sold): SampleDeal {
  const { who, amount, product, customer, returnOf, currency = 'USD', ...terms } = sold;
  const original = returnOf === undefined ? null : idOf(returnOf);
  return {
    id: idOf(number),
    date,
    amount: `${amount}.00`,
    unit: '$',
    currency,
    participantId: who,
    splits: [],
    kind: original === null ? 'sale' : 'return',
    product,
    territory: CUSTOMERS.find(({ name }) => name === customer)?.territory ?? null,
    customer,
    ...terms,
    ...(original === null ? {} : { reversesId: original }),
    returnOf: original,
  };
}

function idOf(number: string): string {
  return `HR-D25-${number}`;
}
