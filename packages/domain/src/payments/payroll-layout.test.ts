import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutProblems, type PayrollLayout, type PayrollRun, payrollRows } from './payroll-layout.ts';

const layout: PayrollLayout = {
  name: 'Payroll',
  columns: [
    { header: 'Employee', field: 'participant-id', text: '' },
    { header: 'Code', field: 'text', text: 'COMM' },
    { header: 'Amount', field: 'amount', text: '' },
    { header: 'Currency', field: 'currency', text: '' },
    { header: 'Paid for', field: 'last-day', text: '' },
    { header: 'Reference', field: 'reference', text: '' },
  ],
  separator: 'comma',
  decimalSign: 'point',
  days: 'year-first',
  hasHeaders: true,
  skipsZero: false,
  currency: null,
};
const run: PayrollRun = {
  period: { key: '2024-01', from: '2024-01-01', to: '2024-01-31' },
  version: 2,
  payments: [
    { participantId: 'P-1', name: 'Ann', email: 'ann@x.example', currency: 'USD', amount: '1200.50' },
    { participantId: 'P-2', name: 'Ben', email: null, currency: 'USD', amount: '0.00' },
    { participantId: 'P-3', name: 'Cem', email: null, currency: 'EUR', amount: '-15.25' },
  ],
  totals: { USD: '1200.50', EUR: '-15.25' },
};
const messages = (made: ReturnType<typeof payrollRows>) =>
  made.ok ? [] : made.problems.map(({ rule, path }) => `${rule} ${path}`);
const column = (field: PayrollLayout['columns'][number]['field'], header: string = field) => ({
  header,
  field,
  text: '',
});

describe('[PAYM-29] a payroll layout', () => {
  test('writes its columns in their order, with fixed texts, days and a reference', () => {
    expect(payrollRows(layout, run)).toEqual({
      ok: true,
      value: [
        ['Employee', 'Code', 'Amount', 'Currency', 'Paid for', 'Reference'],
        ['P-1', 'COMM', '1200.50', 'USD', '2024-01-31', '2024-01-v2'],
        ['P-2', 'COMM', '0.00', 'USD', '2024-01-31', '2024-01-v2'],
        ['P-3', 'COMM', '-15.25', 'EUR', '2024-01-31', '2024-01-v2'],
      ],
    });
  });

  test('writes amounts and days as the payroll system reads them, one currency, without headers and zeros', () => {
    const other = {
      ...layout,
      hasHeaders: false,
      skipsZero: true,
      currency: 'USD',
      decimalSign: 'comma',
      days: 'month-first',
    } as const;
    expect(payrollRows(other, run)).toEqual({
      ok: true,
      value: [['P-1', 'COMM', '1200,50', 'USD', '01/31/2024', '2024-01-v2']],
    });
    const days = payrollRows({ ...other, days: 'day-first', columns: [column('last-day')] }, run);
    expect(days).toEqual({ ok: true, value: [['31.01.2024']] });
  });

  test('names a payee, one amount, and the currency unless it takes only one', () => {
    expect(layoutProblems(layout)).toEqual([]);
    const paths = (columns: PayrollLayout['columns'], currency: string | null = null) =>
      layoutProblems({ ...layout, columns, currency }).map(({ path }) => path);
    expect(paths([column('name'), column('amount'), column('currency')])).toEqual(['columns']);
    expect(paths([column('email'), column('amount')])).toEqual(['columns']);
    expect(paths([column('email'), column('amount')], 'USD')).toEqual([]);
    expect(paths([column('email'), column('amount', 'a'), column('amount', 'b')], 'USD')).toEqual([
      'columns',
    ]);
    expect(paths([column('email', 'x'), column('amount', 'x'), column('text', '')], 'USD')).toEqual([
      'columns[1].header',
      'columns[2].header',
    ]);
    expect(
      layoutProblems({
        ...layout,
        columns: [column('email', ''), column('amount', '')],
        currency: 'USD',
        hasHeaders: false,
      }),
    ).toEqual([]);
  });

  test('an email that is missing is named, but not of a payment that is left out', () => {
    const byEmail = { ...layout, columns: [column('email'), column('amount')] };
    expect(messages(payrollRows(byEmail, run))).toEqual(['PAYM-29 P-2', 'PAYM-29 P-3']);
    expect(messages(payrollRows({ ...byEmail, currency: 'USD', skipsZero: true }, run))).toEqual([]);
    const [ann, ...others] = run.payments.map((one) => ({ ...one, email: 'ann@x.example' }));
    const shared = {
      ...run,
      payments: [{ ...run.payments[0], ...ann, email: 'Ann@x.example' }, ...others],
    } as PayrollRun;
    expect(messages(payrollRows(byEmail, shared))).toEqual(['PAYM-29 P-2', 'PAYM-29 P-3']);
  });

  test('texts that a spreadsheet would run as formulas are rejected, so that no ID is changed', () => {
    const columns = [
      { header: '=A1', field: 'participant-id', text: '' },
      { header: 'Pay', field: 'amount', text: '+1' },
    ] as const;
    expect(layoutProblems({ ...layout, columns, currency: 'USD' }).map(({ path }) => path)).toEqual([
      'columns[0].header',
      'columns[1].text',
    ]);
    const payments = run.payments.map((one) => ({ ...one, participantId: `-${one.participantId}` }));
    expect(messages(payrollRows(layout, { ...run, payments }))).toEqual([
      'PAYM-29 -P-1',
      'PAYM-29 -P-2',
      'PAYM-29 -P-3',
    ]);
  });
});

describe('[PAYM-30] the amounts of a payroll file', () => {
  test('add up to the total of the run in each currency, or there is no file', () => {
    const short = { ...run, payments: run.payments.slice(1) };
    expect(messages(payrollRows(layout, short))).toEqual(['PAYM-30 USD']);
    expect(messages(payrollRows(layout, { ...short, totals: null }))).toEqual([]);
    expect(messages(payrollRows({ ...layout, currency: 'EUR' }, short))).toEqual([]);
    expect(
      messages(payrollRows({ ...layout, currency: 'GBP' }, { ...run, totals: { ...run.totals, GBP: '1' } })),
    ).toEqual(['PAYM-30 GBP']);
    expect(messages(payrollRows(layout, { ...run, totals: { USD: '1200.50' } }))).toEqual(['PAYM-30 EUR']);
    expect(messages(payrollRows({ ...layout, currency: 'JPY' }, run))).toEqual(['PAYM-30 JPY']);
  });

  test('whatever the amounts, the cells read back add up to it', () => {
    const cents = fc.integer({ min: -9_999_999, max: 9_999_999 });
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 20 }), fc.boolean(), (all, skipsZero) => {
        const text = (value: number) => (value / 100).toFixed(2);
        const payments = all.map((value, at) => ({
          participantId: `P-${at}`,
          name: 'x',
          email: null,
          currency: 'USD',
          amount: text(value),
        }));
        const total = all.reduce((one, other) => one + other, 0);
        const made = payrollRows(
          { ...layout, skipsZero, hasHeaders: false, decimalSign: 'comma', columns: [column('amount')] },
          { ...run, payments, totals: { USD: text(total) } },
        );
        const read = made.ok
          ? made.value.map(([cell = '']) => Math.round(Number(cell.replace(',', '.')) * 100))
          : [NaN];
        expect(read.reduce((one, other) => one + other, 0)).toBe(total);
      }),
    );
  });
});
