import { globSync, readFileSync } from 'node:fs';
import { roles, scopeOf } from '@attain/domain/access/permissions';
import { expect, test } from 'vitest';
import type { Change } from '../db/changes.ts';
import { eventsFor } from './event-topics.ts';

const change = (action: string): Change => ({
  tenantId: 't',
  seq: 1,
  action,
  id: 'x',
  userId: 'me',
  at: '2026-01-01T00:00:00.000Z',
});
const eventsOf = (action: string, reader: Parameters<typeof eventsFor>[1]) =>
  eventsFor(change(action), reader).map(({ topic }) => topic);

test('every act that the code records is told to somebody besides those who read the log', () => {
  const folder = new URL('../slices/', import.meta.url).pathname;
  const sources = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  const nouns = sources.flatMap((file) =>
    [...readFileSync(`${folder}${file}`, 'utf8').matchAll(/\baction: [^'`]{0,40}['`]([a-z]+)\./g)].map(
      ([, noun]) => noun,
    ),
  );
  expect(new Set(nouns).size).toBeGreaterThan(5);
  const silent = nouns.filter(
    (noun) => eventsOf(`${noun}.changed`, { userId: 'me', roles: ['administrator'] }).join() === 'audit',
  );
  // these change nothing that could be asked for again
  expect([...new Set(silent)].toSorted()).toEqual(['access', 'file']);
});

test('payouts, statements and the log are told to nobody who may not read them', () => {
  for (const role of roles) {
    const received = eventsOf('calculation.completed', { userId: 'other', roles: [role] });
    expect([role, received.includes('payouts')]).toEqual([role, scopeOf([role], 'read:payouts') !== null]);
    expect([role, received.includes('statements')]).toEqual([
      role,
      scopeOf([role], 'read:statements') !== null,
    ]);
    expect([role, received.includes('audit')]).toEqual([role, scopeOf([role], 'read:audit') !== null]);
  }
});

test('an id is told only where every row may be read', () => {
  const idFor = (role: (typeof roles)[number]) =>
    eventsFor(change('calculation.completed'), { userId: 'other', roles: [role] }).find(
      ({ topic }) => topic === 'payouts',
    )?.id;
  expect([idFor('finance'), idFor('manager'), idFor('sales-rep')]).toEqual(['x', undefined, undefined]);
});

test('what concerns a person alone is told to nobody else, whatever their role', () => {
  for (const action of [
    'session.opened',
    'password.changed',
    'preferences.saved',
    'saved-view.default-chosen',
    'private-view.changed',
    'statement-archive.completed',
  ]) {
    expect(eventsOf(action, { userId: 'other', roles: ['viewer'] })).toEqual([]);
    expect(eventsOf(action, { userId: 'me', roles: ['viewer'] })).toHaveLength(1);
  }
});
