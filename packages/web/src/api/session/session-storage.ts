/** Who is signed in, as far as drawing needs it. Only `username` is relied on. */
export type KnownUser = {
  readonly username: string;
  readonly displayName?: string;
  readonly tenantId?: string;
  readonly tenantName?: string;
};

/** Signed in means: both a token and a user. */
export type Session = { readonly token: string; readonly user: KnownUser };

/** The part of `localStorage` the session needs. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where the token is kept. It binds changes to the session; the credential itself is a cookie scripts cannot read. */
export const tokenKey = 'auth_token';
/** Where the user is kept, as JSON. */
export const userKey = 'user';

/** The session kept in this browser; a user that cannot be parsed clears both items and is logged. */
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

/** Who works where, as one text; null when nobody is signed in. Another identity means other data in everything. */
export function identityOf(session: Session | null): string | null {
  return session && `${session.user.username} in ${session.user.tenantId ?? ''}`;
}

/** Keeps a session, or with null removes both items. */
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

/** The browser's storage; where it is refused (private windows) the session lasts as long as the page. */
export function browserSessionStorage(): SessionStorage {
  try {
    localStorage.getItem(tokenKey);
    return localStorage;
  } catch {
    return memory;
  }
}
