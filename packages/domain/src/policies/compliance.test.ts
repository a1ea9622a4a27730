import { expect, test } from 'vitest';
import { residencyShare, securityShare } from './compliance.ts';

const passing = { isEnforced: true, letThrough: 0 };

test('[POLICY-40] [GOV-14] 49 of 50 active security policies are 98 %; one that lets something through or is not enforced fails', () => {
  const many = Array.from({ length: 49 }, () => passing);
  expect(securityShare([...many, { isEnforced: true, letThrough: 1 }])).toEqual({
    percent: 98,
    part: 49,
    whole: 50,
  });
  expect(securityShare([...many, { isEnforced: false, letThrough: 0 }]).percent).toBe(98);
  expect(securityShare([])).toEqual({ percent: null, part: 0, whole: 0 });
  // 100 means all
  const thousand = Array.from({ length: 999 }, () => passing);
  expect(securityShare([...thousand, { isEnforced: false, letThrough: 0 }]).percent).toBe(99);
});

test('[POLICY-41] [GOV-14] personal data is where it is stored and where calls carried it', () => {
  const sent = (region: string, count: number, isPersonal = true) => ({ region, count, isPersonal });
  expect(residencyShare('eu', [sent('eu', 9)], ['eu', 'us'])).toMatchObject({
    percent: 100,
    part: 10,
    whole: 10,
  });
  expect(residencyShare('eu', [sent('eu', 8), sent('', 1)], ['eu'])).toMatchObject({ percent: 90 });
  expect(residencyShare('eu', [sent('us', 9)], ['eu'])).toMatchObject({ percent: 10 });
  expect(residencyShare('eu', [sent('us', 5, false)], ['eu'])).toMatchObject({ percent: 100, unlabeled: 5 });
  expect(residencyShare(null, [], ['eu'])).toMatchObject({ percent: null, whole: 0 });
});
