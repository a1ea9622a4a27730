import { isObject, type JsonObject, type JsonValue } from '../json-value.ts';

/** Settings about how a step is attempted; they reach no one outside. */
const ofAttempts = new Set([
  'timeoutSeconds',
  'retries',
  'backoffSeconds',
  'logLevel',
  'repeatable',
  'retryStatuses',
  'successStatuses',
  'maxPages',
  'contract',
]);

/** Names whose values are secret wherever they are sent: in headers, bodies, parameters and queries. */
const SECRET =
  /^(authorization|proxy-authorization|cookie|set-cookie)$|(^|[-_.])(api[-_]?key|key|token|secret|password|passwd|pwd|signature|sig|credentials?)$|(apiKey|Token|Secret|Password|Signature)$/i;

export const HIDDEN = '•••';

/** Whether a field of that name holds a secret. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/**
 * What an attempt sent: its settings with every expression computed, and without the values of secret names (WF-92). The secret of
 * a connection is in no setting.
 */
export function sentValues(config: JsonObject): JsonObject {
  const sent = Object.entries(config).filter(([name]) => !ofAttempts.has(name));
  return Object.fromEntries(sent.map(([name, value]) => [name, hidden(name, value)]));
}

function hidden(name: string, value: JsonValue): JsonValue {
  // "credential" and "connection" name a connection, and are no secrets
  if (isSecretName(name) && name !== 'credential' && typeof value !== 'boolean' && value !== null)
    return HIDDEN;
  if (Array.isArray(value)) return value.map((one: JsonValue) => hidden('', one));
  if (isObject(value)) {
    const row = typeof value.name === 'string' && Object.hasOwn(value, 'value');
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        row && key === 'value' ? hidden(String(value.name), one) : hidden(key, one),
      ]),
    );
  }
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? withoutSecrets(value) : value;
}

/** An address without passwords and secret parameters; the rest stays in its characters. */
function withoutSecrets(url: string): string {
  return url
    .replace(/^(https?:\/\/)[^/?#@]*@/i, `$1${HIDDEN}@`)
    .replace(/([?&])([^?=&#]*)=([^&#]*)/g, (all, sign, name) =>
      isSecretName(name) ? `${sign}${name}=${HIDDEN}` : all,
    );
}
