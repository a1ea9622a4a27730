import { expect, test } from 'vitest';
import { Environment } from './workflows.ts';

test('[SHELL-TENANT-05] there are exactly three environments: dev, staging and prod', () => {
  expect(Environment.options).toEqual(['dev', 'staging', 'prod']);
  expect(Environment.safeParse('production').success).toBe(false);
});
