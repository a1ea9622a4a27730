import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';
import { HIDDEN, isSecretName } from '../steps/sent-values.ts';
import { settingParts } from './settings.ts';

/** What a secret is for: the name of its field, or where it was. */
type Found = (what: string) => void;

/** Words in front of a secret that are none. */
const SCHEME = /\b(?:bearer|basic|token|digest|apikey|bot)\b/gi;
/** Tokens that show by their form what they are. */
const TOKEN =
  /\b(?:sk-[A-Za-z0-9_-]{4,}|sk_(?:live|test)_[A-Za-z0-9]{8,}|gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[a-z]-[A-Za-z0-9-]{8,}|AKIA[A-Z0-9]{12,}|AIza[\w-]{20,}|eyJ[\w-]{8,2000}\.[\w-]{4,2000}\.[\w-]{4,})/g;
const AFTER_SCHEME = /\b(Bearer|Basic)(\s{1,5})(?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{8,}/gi;
/** A name with a quoted value, in JSON or in a script. */
const ASSIGNED =
  /(?<![A-Za-z0-9_.-])(["'`]?)([A-Za-z_][A-Za-z0-9_.-]{0,60})\1(\s{0,9}[:=]\s{0,9})(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;
const QUERY = /([?&])([^?=&#{}\s]*)=([^&#{}\s"'`]+)/g;
const SIGN_IN = /(\bhttps?:\/\/)[^/?#@{}\s"'`]{1,300}@/gi;
const TEXTS = /(?<![[(]\s{0,5})(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;

/**
 * A value of n8n without the secrets that someone wrote into it (WF-112). Every value is cleaned before it is mapped, so that no mapping
 * has to know about secrets.
 */
export function withoutSecrets(value: JsonValue, found: Found, name = ''): JsonValue {
  if (typeof value === 'string') return cleanText(value, found, name);
  if (typeof value === 'number' && isSecretName(name)) return hide(found, name);
  if (Array.isArray(value)) return value.map((one: JsonValue) => withoutSecrets(one, found, name));
  return isObject(value) ? cleanRecord(value, found, name) : value;
}

function cleanRecord(value: JsonObject, found: Found, around: string): JsonObject {
  const given = value.name ?? value.key ?? value.column;
  const label = typeof given === 'string' && isSecretName(given) ? given : null;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const own = label !== null && /value$/i.test(key) ? label : isSecretName(key) ? key : inherited(around);
      return [key, withoutSecrets(one, found, one === given || key === 'type' ? '' : own)];
    }),
  );
}

/** What is inside of a secret field is secret, too; “key” is a common name of groups of fields. */
function inherited(around: string): string {
  return around !== 'key' && isSecretName(around) ? around : '';
}

function cleanText(value: string, found: Found, name: string): string {
  if (isSecretName(name) && isWritten(value)) return hide(found, name);
  return cleanJson(value, found) ?? cleanPlain(value, found);
}

/** The text of a JSON value without the secrets in its fields; null if the text is not JSON. */
function cleanJson(value: string, found: Found): string | null {
  if (!/^\s*[[{]/.test(value)) return null;
  let read: JsonValue;
  try {
    read = JSON.parse(value) as JsonValue;
  } catch {
    return null;
  }
  let count = 0;
  const clean = withoutSecrets(read, (what) => {
    count += 1;
    found(what);
  });
  return count === 0 ? value : JSON.stringify(clean, null, 2);
}

function cleanPlain(value: string, found: Found): string {
  return value
    .replace(SIGN_IN, (_, scheme: string) => {
      found('address');
      return scheme;
    })
    .replace(QUERY, (all: string, sign: string, name: string, given: string) => {
      if (!isSecretName(name) || given === HIDDEN) return all;
      found(name);
      return `${sign}${name}=`;
    })
    .replace(ASSIGNED, (all: string, open: string, name: string, sign: string, ...texts: string[]) => {
      const given = texts.slice(0, 3).find((one) => one !== undefined) ?? '';
      if (!isSecretName(name) || !isWritten(`=${given}`)) return all;
      const quote = all.at(-1) ?? '';
      return `${open}${name}${open}${sign}${quote}${hide(found, name)}${quote}`;
    })
    .replace(AFTER_SCHEME, (_, scheme: string, space: string) => `${scheme}${space}${hide(found, scheme)}`)
    .replace(TOKEN, () => hide(found, 'token'));
}

/** Whether a secret is written in the text, and not only taken from other data. */
function isWritten(value: string): boolean {
  const parts = settingParts(value) ?? [value];
  return parts.some((part) => {
    if (typeof part === 'string') return isFilled(part);
    // an expression that names no data computes one and the same value
    if (!/[$A-Za-z_]/.test(part.js.replace(TEXTS, ''))) return part.js.trim() !== '';
    return [...part.js.matchAll(TEXTS)].some(([, a, b, c]) =>
      /[^\s]{6}/.test((a ?? b ?? c ?? '').replace(SCHEME, '').replace(/\$\{[^}]*\}/g, '')),
    );
  });
}

function isFilled(text: string): boolean {
  const rest = text.replace(SCHEME, '').trim();
  return rest !== '' && rest !== HIDDEN;
}

function hide(found: Found, what: string): string {
  found(what);
  return HIDDEN;
}
