import { isObject, type JsonValue } from '@attain/domain/workflows/json-value';

const HIDDEN = '•••';

/**
 * Removes a secret from the result of a call: plain, in JSON, URL and base64 encoding, and with its user name as in
 * `Authorization: Basic` (CONN-6).
 */
export function hiding(secret: string | null, username: string): (value: JsonValue) => JsonValue {
  if (secret === null) return (value) => value;
  const forms = formsOf(secret, username);
  const hideText = (text: string) => forms.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
  const hide = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return hideText(value);
    if (Array.isArray(value)) return value.map(hide);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [hideText(key), hide(one)]));
  };
  return hide;
}

function formsOf(secret: string, username: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const pair = Buffer.from(`${username}:${secret}`, 'utf8');
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    pair.toString('base64').replace(/=+$/, ''),
  ];
  // the longest first, so that none is cut in two by a shorter one inside of it
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
