import { expect, test } from 'vitest';
import { decimal } from '../../base/decimal.ts';
import { backtest, confidenceOf, dataCoverage, foldsOf, policyCheck, ruleMatch } from './confidence.ts';
import { dataQuality } from './data-quality.ts';

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
