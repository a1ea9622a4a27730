import { expect, test } from 'vitest';
import { kebabId } from './kebab-id.ts';

test.each([
  ['Payout check (EU)', [], 'payout-check-eu'],
  ['ACV Bookings', ['acv-bookings', 'acv-bookings-2'], 'acv-bookings-3'],
  ['Prämie für Neukunden!', [], 'pramie-fur-neukunden'],
  ['Résumé', [], 'resume'],
  ['A b', ['a-b'], 'a-b-2'],
  ['A b', ['a-b', 'a-b-2'], 'a-b-3'],
  ['…', [], 'thing'],
  ['x'.repeat(300), [], 'x'.repeat(100)],
])('%s beside %j is %s', (name, taken, id) => expect(kebabId(name, 'thing', taken)).toBe(id));
