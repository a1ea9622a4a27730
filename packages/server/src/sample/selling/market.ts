import type { Deal } from '@attain/domain/crediting/deal';
import type { SampleCustomer } from '../companies/customers.ts';
import type { Recipe } from '../companies/recipe.ts';
import type { Exchange } from '../exchange-rates-year.ts';
import type { People } from '../people.ts';
import type { Career } from '../quotas-year.ts';

/** A deal of the sample; a return names the sale it takes back. */
export interface SampleDeal extends Deal {
  /** Id of the sale a return belongs to; null for everything else. */
  readonly returnOf: string | null;
}

/** A sale or return before it has its id. */
export interface DraftDeal extends Omit<SampleDeal, 'id' | 'returnOf'> {
  readonly day: number;
  readonly cents: number;
  /** Of a return: the sale. */
  readonly sale: DraftDeal | null;
}

/** What the deals of a year are made from. */
export interface Market {
  readonly recipe: Recipe;
  readonly people: People;
  readonly careers: readonly Career[];
  readonly customers: readonly SampleCustomer[];
  readonly exchange: Exchange;
}

/** `-123450` → `-1234.50`. */
export function decimalOfCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
