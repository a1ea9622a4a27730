/** The stored user. Only `username` is required. */
export type KnownUser = {
  readonly username: string;
  readonly displayName?: string;
  readonly tenantId?: string;
  readonly tenantName?: string;
};

/** A token and a user; both are required. */
export type Session = { readonly token: string; readonly user: KnownUser };

/** The part of `localStorage` used here. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage key of the token. It authorizes changes; the credential is a cookie that scripts cannot read. */
export const tokenKey = 'auth_token';
/** The storage key of the user, as JSON. */
export const userKey = 'user';

/** The stored session; an unparseable user clears both items and is logged. */
export function readSession(storage: SessionStorage): Session | null {
  const [token, text] = [storage.getItem(tokenKey), storage.getItem(userKey)];
  if (!token || !text) return null;
  try {
    const user: unknown = JSON.parse(text);
    if (typeof user === 'object' && user !== null) return { token, user: user as KnownUser };
    throw new TypeError(`the stored user is ${text}`);
  } catch (error) {
    console.error('Failed to parse stored user data', error);
    writeSession(storage, null);
    return null;
  }
}

/** Identifies user and workspace; null when signed out. All cached data belongs to one identity. */
export function identityOf(session: Session | null): string | null {
  return session && `${session.user.username} in ${session.user.tenantId ?? ''}`;
}

/** Stores a session; null removes both items. */
export function writeSession(storage: SessionStorage, session: Session | null): void {
  if (session === null) {
    storage.removeItem(tokenKey);
    storage.removeItem(userKey);
    return;
  }
  storage.setItem(tokenKey, session.token);
  storage.setItem(userKey, JSON.stringify(session.user));
}

const forThisPage = new Map<string, string>();
const memory: SessionStorage = {
  getItem: (key) => forThisPage.get(key) ?? null,
  setItem: (key, text) => void forThisPage.set(key, text),
  removeItem: (key) => void forThisPage.delete(key),
};

/** The browser's storage; where it is blocked (private windows) the session lasts as long as the page. */
export function browserSessionStorage(): SessionStorage {
  try {
    localStorage.getItem(tokenKey);
    return localStorage;
  } catch {
    return memory;
  }
}
