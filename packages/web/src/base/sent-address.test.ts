import { afterEach, expect, test, vi } from 'vitest';
import { sentParameter } from './sent-address.ts';

afterEach(() => vi.restoreAllMocks());

test('[CONN-15] a code of digits only is read as it was sent', () => {
  const name = 'https://attain.example/agent-builder/connections?state=s&code=12345678901234567890';
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name } as PerformanceEntry]);
  expect(sentParameter('code')).toBe('12345678901234567890');
  expect(sentParameter('error')).toBeNull();
});
