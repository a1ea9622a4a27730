import { expect, test } from 'vitest';
import { decimal } from '../../base/decimal.ts';
import { backtest, confidenceOf, dataCoverage, foldsOf, policyCheck, ruleMatch } from './confidence.ts';
import { dataQuality } from './data-quality.ts';
import { stepWords } from './step-words.ts';

const percents = (...all: (number | null)[]) => all.map((percent) => ({ percent }));
const overlays = (...statuses: ('OK' | 'Warning' | 'Violation')[]) =>
  statuses.map((status) => ({ status, name: status }));
const quarters = (...all: string[]) =>
  all.map((savings, i) => ({ label: `2025-Q${i + 1}`, savings: decimal(savings) }));

test('[SGR-8] 10 of 12 months, 96% of payees and 99% of rows are a data coverage of 79', () => {
  const coverage = { months: 10, payable: 48, payees: 50, validRows: 99, rows: 100 };
  expect(dataCoverage(coverage).percent).toBe(79);
  expect(dataCoverage({ ...coverage, months: 13, payable: 50, validRows: 0, rows: 0 }).percent).toBe(100);
});

test('[SGR-8] rule match is the share of resamples, half up', () => {
  expect(ruleMatch(123, 200).percent).toBe(62);
});

test('[SGR-8] savings of 34,200, 7,200, 8,100 and 25,500 are a backtest of 57', () => {
  const four = backtest(quarters('34200', '7200', '8100', '25500'), []);
  expect(four).toMatchObject({ percent: 57, formula: '1 − 48600 ÷ 112200' });
  expect(backtest(quarters('10', '10', '10', '10'), []).percent).toBe(100);
  // savings that change their sign foretell nothing
  expect(backtest(quarters('10', '-10', '10', '-10'), []).percent).toBe(0);
  expect(backtest(quarters('0', '0', '0', '0'), []).percent).toBeNull();
});

test('[SGR-8] each step says its result and its arithmetic once, in the currency of the change', () => {
  const coverage = { months: 12, payable: 48, payees: 50, validRows: 2000, rows: 2019 };
  expect(stepWords(dataCoverage(coverage), 'USD')).toMatchObject({
    statement: '12 of 12 months, 48 of 50 payees, 2,000 of 2,019 rows',
    arithmetic: '100 × 12/12 × 48/50 × 2,000/2,019 = 95',
  });
  expect(stepWords(ruleMatch(193, 200), 'USD')).toMatchObject({
    statement: '193 of 200 resamples find the same change',
    arithmetic: '100 × 193 ÷ 200 = 97',
  });
  expect(stepWords(backtest(quarters('34200', '7200', '8100', '25500'), []), 'USD')).toEqual({
    statement: 'From $7,200.00 to $34,200.00 a period',
    arithmetic: '100 × (1 − 48,600 ÷ 112,200) = 57',
    details: ['The savings of each period are compared with the mean of those before it.'],
  });
  const groups = stepWords(backtest([], ['1', '-2', '3', '4', '5'].map(decimal)), 'EUR');
  expect(groups.statement).toBe('From −2.00 EUR to 5.00 EUR a group');
  expect(groups.details).toHaveLength(6);
  expect(stepWords(backtest(quarters('0', '0', '0', '0'), []), 'USD').arithmetic).toBe('');
  expect(stepWords(policyCheck(overlays('OK', 'OK', 'Warning', 'Warning')), 'USD')).toMatchObject({
    statement: '2 of 4 policies OK, 2 warnings',
    arithmetic: '100 × (2 + ½ × 2) ÷ 4 = 75',
  });
  expect(stepWords(policyCheck(overlays('OK', 'Violation')), 'USD')).toMatchObject({
    statement: '1 of 2 policies OK, 1 violation',
    arithmetic: '100 × 0 = 0',
  });
  expect(stepWords(policyCheck([]), 'USD')).toMatchObject({ statement: 'No policies apply', arithmetic: '' });
});

test('[SGR-8] with fewer than four periods the payees are tested in five groups', () => {
  const folds = foldsOf(['1', '2', '3', '4', '5', '6'].map(decimal));
  expect(folds.map(String)).toEqual(['7', '2', '3', '4', '5']);
  expect(backtest(quarters('15', '6'), folds).facts).toHaveLength(5);
});

test('[SGR-8] a policy check counts warnings half; one violation is 0', () => {
  expect(policyCheck(overlays('OK', 'OK', 'OK', 'Warning')).percent).toBe(88);
  expect(policyCheck(overlays('OK', 'OK', 'Violation')).percent).toBe(0);
  expect(policyCheck([]).percent).toBeNull();
});

test('[ASSIST-WHY-14] [SGR-9] steps of 94, 87, 91 and 83 give a confidence of 89', () => {
  expect(confidenceOf(percents(94, 87, 91, 83))).toBe(89);
  expect(confidenceOf(percents(100, 97, 57, 88))).toBe(84);
});

test('[SGR-9] a zero step gives zero, and a step that does not apply is left out', () => {
  expect(confidenceOf(percents(100, 0, 90, 90))).toBe(0);
  expect(confidenceOf(percents(80, null, 80, null))).toBe(80);
  expect(confidenceOf(percents(null))).toBe(0);
  expect(confidenceOf(percents(100, 100, 100, 100))).toBe(100);
});

test('[SGR-9] a confidence lies between its lowest and its highest step', () => {
  for (let i = 0; i < 500; i += 1) {
    const four = [i % 101, (i * 7) % 101, (i * 13) % 101, (i * 29) % 101];
    const confidence = confidenceOf(percents(...four));
    expect(confidence).toBeGreaterThanOrEqual(Math.min(...four));
    expect(confidence).toBeLessThanOrEqual(Math.max(...four));
  }
});

test('[SGR-12] [ASSIST-TRUST-08] complete, fresh and valid records are a data quality of 98', () => {
  expect(dataQuality({ completeness: '0.98', daysSinceImport: 7, validity: '0.95' })).toBe(98);
  expect(dataQuality({ completeness: '1', daysSinceImport: 60, validity: '1' })).toBe(70);
  expect(dataQuality({ completeness: '1', daysSinceImport: null, validity: '1' })).toBe(70);
  // halfway from 7 to 60 days
  expect(dataQuality({ completeness: '1', daysSinceImport: 33, validity: '1' })).toBe(85);
});
