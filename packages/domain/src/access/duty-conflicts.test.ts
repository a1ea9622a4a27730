import { expect, test } from 'vitest';
import {
  conflictProblems,
  dutyConflicts,
  endConflicts,
  exceptionProblems,
  type GrantedRoles,
  roleKeys,
  unexcepted,
} from './duty-conflicts.ts';

const always = { from: null, to: null };
const designer = { role: 'plan-designer', ...always } as const;
const finance = { role: 'finance', ...always } as const;
const until = '2026-06-30';
const of = (...roles: GrantedRoles['roles']): GrantedRoles => ({ roles, custom: [] });
const accepted = { roles: ['finance', 'plan-designer'], duty: 'plans-and-pay', until } as const;

test('[ACCESS-43] an exception covers its two roles and its reason, to its last day', () => {
  const open = (wanted: GrantedRoles, exceptions = [accepted]) =>
    unexcepted(dutyConflicts(wanted), exceptions as never).length;
  expect(open(of(designer, { ...finance, to: until }))).toBe(0);
  expect(open(of({ ...designer, to: until }, finance))).toBe(0);
  expect(open(of(designer, finance))).toBe(1);
  expect(open(of(designer, { ...finance, to: '2026-07-01' }))).toBe(1);
  expect(open(of(designer, { ...finance, to: until }), [{ ...accepted, duty: 'own-pay' }] as never)).toBe(1);
  expect(open(of(designer, { role: 'comp-admin', from: null, to: until }))).toBe(1);
  expect(conflictProblems(of(designer, { ...finance, to: until }), [accepted])).toEqual([]);
  expect(conflictProblems(of(designer, finance))).toEqual([
    {
      rule: 'ACCESS-14',
      path: 'roles',
      message:
        "Plan Designer and Finance can't be combined. One person would design a plan and prepare or approve its payments.",
    },
  ]);
});

test('[ACCESS-43] of two roles that conflict, the one that is added ends with the exception', () => {
  const ended = (wanted: GrantedRoles, ...held: GrantedRoles['roles']) =>
    endConflicts(wanted, {
      conflicts: dutyConflicts(wanted),
      held: { roles: held, customRoles: [] },
      until,
    }).roles.map(({ role, to }) => `${role} ${to}`);
  expect(ended(of(designer, finance), designer)).toEqual(['plan-designer null', `finance ${until}`]);
  expect(ended(of(designer, finance), finance)).toEqual([`plan-designer ${until}`, 'finance null']);
  expect(ended(of(designer, finance))).toEqual([`plan-designer ${until}`, `finance ${until}`]);
  // longer than it was held: that is added too
  expect(ended(of(designer, finance), designer, { ...finance, to: '2026-03-31' })).toEqual([
    'plan-designer null',
    `finance ${until}`,
  ]);
  expect(ended(of(designer, { ...finance, to: '2026-05-01' }), designer)).toEqual([
    'plan-designer null',
    'finance 2026-05-01',
  ]);
  // both were held: nothing tells which is the added one
  expect(ended(of(designer, finance), designer, finance)).toEqual([
    `plan-designer ${until}`,
    `finance ${until}`,
  ]);
  expect(ended(of(designer, { ...finance, to: '2026-05-01' }), designer, finance)).toEqual([
    'plan-designer null',
    'finance 2026-05-01',
  ]);
  const others = of(designer, finance, { role: 'viewer', ...always });
  expect(ended(others, designer)).toContain('viewer null');
});

test('[ACCESS-43] [ACCESS-42] an exception for a team covers that team alone', () => {
  const ends = { from: null, to: until };
  const audits = (limit: { teamOf?: string }) => of(designer, { role: 'auditor', ...ends, ...limit });
  const exception = { duty: 'audit-and-work', until, roles: roleKeys(audits({ teamOf: 'P-7' })) } as const;
  const problems = (wanted: GrantedRoles) => conflictProblems(wanted, [exception]).length;
  expect([audits({ teamOf: 'P-7' }), audits({ teamOf: 'P-8' }), audits({})].map(problems)).toEqual([0, 1, 1]);
  const names = (...teams: { id: string; name: string }[]) =>
    dutyConflicts(audits({ teamOf: 'P-7' }), teams)[0]?.names;
  expect(names({ id: 'P-7', name: 'Ada' })).toEqual(['Plan Designer', 'Auditor (team of Ada)']);
  expect(names()).toEqual(['Plan Designer', 'Auditor (team of P-7)']);
});

test('[ACCESS-43] an exception is for roles that conflict, and lasts from today up to 90 days', () => {
  const today = '2026-04-01';
  const paths = (day: string, wanted = of(designer, finance)) =>
    exceptionProblems(dutyConflicts(wanted), { until: day, today }).map(({ path }) => path);
  expect([paths(today), paths('2026-06-30')]).toEqual([[], []]);
  expect([paths('2026-03-31'), paths('2026-07-01')]).toEqual([['exception.until'], ['exception.until']]);
  expect(paths(today, of(designer))).toEqual(['exception']);
});

test('[ACCESS-43] [ACCESS-27] roles that were excepted do not stand in the way of others', () => {
  const custom = {
    id: 'c',
    name: 'Reads',
    description: '',
    cells: [{ permission: 'read:audit', scope: 'tenant' }] as const,
    ...always,
  };
  expect(dutyConflicts({ roles: [designer, finance], custom: [custom] })).toHaveLength(1);
  const pays = { ...custom, cells: [{ permission: 'make:payments', scope: 'tenant' }] as const };
  expect(dutyConflicts({ roles: [designer], custom: [pays] })).toMatchObject([
    { roles: ['plan-designer', 'c'], names: ['Plan Designer', 'Reads'], problem: { rule: 'ACCESS-27' } },
  ]);
  // an administrator holds what a custom role gives, on the days they are one
  const all = (ends: string | null) => of({ role: 'administrator', from: null, to: ends }, designer).roles;
  expect(dutyConflicts({ roles: all(null), custom: [pays] })).toEqual([]);
  expect(dutyConflicts({ roles: all('2026-06-30'), custom: [pays] })).toHaveLength(1);
  expect(dutyConflicts({ roles: all('2026-06-30'), custom: [{ ...pays, to: '2026-06-30' }] })).toEqual([]);
});
