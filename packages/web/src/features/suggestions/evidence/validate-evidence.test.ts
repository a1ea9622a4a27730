import { readFileSync } from 'node:fs';
import type { Evidence } from '@attain/contract/evidence';
import { expect, test } from 'vitest';
import { exportFailure, exportFormats } from './export-evidence.ts';
import { statusBadge } from './status-badge.ts';
import { validateEvidence } from './validate-evidence.ts';

const stored = '../../../../../server/src/slices/suggestions/evidence/files/json.txt';
const file = readFileSync(new URL(stored, import.meta.url), 'utf8');
const evidence = (change: Partial<Evidence> = {}) =>
  ({ ok: true, steps: [], file, ...change }) as unknown as Evidence;

test('[ASSIST-ERR-07] evidence is recomputed in the browser; a changed pack throws with what failed', async () => {
  const { pack, steps } = await validateEvidence(evidence());
  expect(pack.suggestionId).toBe('add-cap-mbo');
  expect(steps.map(({ outcome }) => outcome)).not.toContain('FAIL');
  const changed = file.replace('"riskScore":33', '"riskScore":3');
  await expect(validateEvidence(evidence({ file: changed }))).rejects.toThrow(
    /^Evidence validation failed: The evidence was changed/,
  );
  await expect(validateEvidence(evidence({ ok: false }))).rejects.toThrow(/^Evidence validation failed/);
});

test('[ASSIST-ERR-03] an export that failed says its reason, or that it is unknown', () => {
  expect(exportFailure(new Error('Unsupported export format: TXT'))).toBe(
    'Export failed: Unsupported export format: TXT',
  );
  expect(exportFailure(new Error(''))).toBe('Export failed: Unknown error');
  expect(exportFormats).toEqual(['JSON', 'CSV', 'PDF']);
});

test('[ASSIST-EVID-14] [ASSIST-EVID-15] [ASSIST-EVID-16] verified is green, what is not checked amber, anything else red and FAILED', () => {
  expect(statusBadge('verified')).toEqual({ meaning: 'ok', label: 'VERIFIED' });
  for (const state of ['pending', 'unreached'] as const)
    expect(statusBadge(state)).toEqual({ meaning: 'warn', label: 'PENDING' });
  for (const state of ['failed', 'error', undefined] as const)
    expect(statusBadge(state)).toEqual({ meaning: 'bad', label: 'FAILED' });
});
