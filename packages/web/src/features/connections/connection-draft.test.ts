import { expect, test } from 'vitest';
import type { Connection } from '../../api/shapes.ts';
import { draftOf, hasMoved, isAsked, movedTo, newDraft, requestOf } from './connection-draft.ts';

const stored: Connection = {
  id: 'desk',
  name: 'Desk',
  description: '',
  kind: 'ticket',
  provider: '',
  environment: 'dev',
  address: 'https://desk.example.com/v1',
  authMethod: 'header',
  config: { header: 'X-Api-Key', operations: { close: { method: 'DELETE', path: '/tickets/{{ ticket }}' } } },
  secret: { lastSetAt: '2026-01-01T00:00:00Z', lastUsedAt: null, keyVersion: 1 },
  workflows: ['close-tickets'],
  revision: 3,
  updatedAt: '2026-01-01T00:00:00Z',
};

test('a stored connection is sent back as it was, and its secret stays where it is', () => {
  const request = requestOf(draftOf(stored));
  expect(request).toMatchObject({
    address: stored.address,
    authMethod: 'header',
    config: { header: 'X-Api-Key' },
    workflows: ['close-tickets'],
  });
  expect(request.config.operations).toEqual({
    close: { method: 'DELETE', path: '/tickets/{{ ticket }}', body: '' },
  });
  expect(request).not.toHaveProperty('secret');
  expect(request).not.toHaveProperty('kind');
});

test('[CONN-5] another host, path, header or environment asks for the secret again, another name does not', () => {
  const draft = draftOf(stored);
  expect(hasMoved({ ...draft, address: 'https://desk.example.com:443/v1/', name: 'Other' }, stored)).toBe(
    false,
  );
  expect(hasMoved({ ...draft, address: 'https://desk.example.com/v2' }, stored)).toBe(true);
  expect(hasMoved({ ...draft, settings: { ...draft.settings, header: 'X-Other' } }, stored)).toBe(true);
  expect(hasMoved({ ...draft, address: 'https://desk.example.org/v1' }, stored)).toBe(true);
  expect(hasMoved({ ...draft, environment: 'prod' }, stored)).toBe(true);
});

test('what a way of signing in does not need is not sent, nor is a secret for none', () => {
  const draft = {
    ...newDraft('crm'),
    settings: { username: 'ann', header: 'X-Key' },
    secret: 'a token of old',
  };
  expect(requestOf(draft).config).toEqual({});
  expect(requestOf({ ...draft, authMethod: 'basic' }).config).toEqual({ username: 'ann' });
  expect(requestOf({ ...draft, authMethod: 'none' }).secret).toBeNull();
  expect(requestOf(draft).secret).toBe('a token of old');
});

test('a file of SQLite has no sign-in and no encryption, a server has both', () => {
  const file = movedTo(newDraft('database'), 'sqlite://local/sales.db');
  expect(requestOf(file)).toMatchObject({ authMethod: 'none', config: {}, secret: null });
  expect(isAsked('tls', file)).toBe(false);
  const server = movedTo(file, 'mysql://db.example.com/sales');
  expect(requestOf(server)).toMatchObject({ authMethod: 'basic', config: { tls: 'verify' } });
  expect(movedTo({ ...newDraft('email'), authMethod: 'none' }, 'smtp://mail.example.com').authMethod).toBe(
    'none',
  );
});
