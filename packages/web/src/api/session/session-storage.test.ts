import { afterEach, expect, test, vi } from 'vitest';
import { readSession, type SessionStorage, tokenKey, userKey, writeSession } from './session-storage.ts';

function storage(kept: Record<string, string> = {}): SessionStorage & { kept: Map<string, string> } {
  const map = new Map(Object.entries(kept));
  return {
    kept: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, text) => void map.set(key, text),
    removeItem: (key) => void map.delete(key),
  };
}

const ada = { username: 'ada' };
const both = { auth_token: 't-1', user: JSON.stringify(ada) };

afterEach(() => vi.restoreAllMocks());

test('[AUTH-05] [AUTH-06] [AUTH-07] a session is a user, of whom only the username is needed, and a token', () => {
  expect(readSession(storage(both))).toEqual({ token: 't-1', user: ada });
});

test('[AUTH-09] [AUTH-10] [AUTH-16] sign-in keeps the token under auth_token and the user as JSON under user', () => {
  const place = storage();
  writeSession(place, { token: 't-1', user: ada });
  expect([tokenKey, userKey]).toEqual(['auth_token', 'user']);
  expect(Object.fromEntries(place.kept)).toEqual(both);
});

test('[AUTH-11] [AUTH-12] both items and a user that parses: signed in, and nothing else is a session', () => {
  expect(readSession(storage(both))).not.toBeNull();
  expect(readSession(storage())).toBeNull();
});

test('[AUTH-13] [AUTH-14] [AUTH-24] an unparseable user clears both items, is logged, and signs out', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  for (const corrupt of ['{"username":', 'null', '"ada"', '7']) {
    const place = storage({ ...both, user: corrupt });
    expect(readSession(place)).toBeNull();
    expect([...place.kept.keys()]).toEqual([]);
    expect(log.mock.lastCall?.[0]).toBe('Failed to parse stored user data');
  }
});

test('[AUTH-17] sign-out removes both items', () => {
  const place = storage(both);
  writeSession(place, null);
  expect([...place.kept.keys()]).toEqual([]);
});

test('[AUTH-18] a token without a user, or a user without a token, is not a session', () => {
  expect(readSession(storage({ auth_token: 't-1' }))).toBeNull();
  expect(readSession(storage({ user: both.user }))).toBeNull();
});
