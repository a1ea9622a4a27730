import { describe, expect, test } from 'vitest';
import { allRows, isBare, viewSearch } from './view-search.ts';

describe('the address of a saved view', () => {
  test('is kept without what opens a row, and without names that the server rejects', () => {
    const address = { show: 'all', dispute: 'd1', preview: 'mobile', utm_source: 'mail', order: '', hide: 3 };
    expect(viewSearch('disputes', address)).toEqual({ show: 'all', hide: '3' });
  });

  test('that opens a row is not bare, so the default view does not close the row', () => {
    expect(isBare({ preview: 'mobile', show: undefined, order: '' })).toBe(true);
    expect(isBare({ dispute: 'd1' })).toBe(false);
    expect(isBare({ tab: 'receipts' })).toBe(false);
  });

  test('keeps the tab without filters, and the plan only where the list always shows one', () => {
    const search = { tab: 'pay-terms', plan: 'p1', search: 'ann', order: '-pay', hide: 'team' };
    expect(allRows('assignments', search)).toEqual({ tab: 'pay-terms' });
    expect(allRows('tracking', { plan: 'p1', flag: 'behind' })).toEqual({ plan: 'p1' });
  });
});
