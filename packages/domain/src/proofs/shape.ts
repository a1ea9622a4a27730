/**
 * Checks of the shape of what was read from outside, small enough for a verifier that must not depend on anything.
 * A check answers null when the value has the shape, else where it does not and what is expected there.
 */
export type Check = (value: unknown, path: string) => string | null;

/** A text of 1 to `longest` characters, all of them fitting the pattern when there is one. */
export function text(longest: number, pattern?: RegExp): Check {
  return (value, path) => {
    if (typeof value !== 'string') return `${path} must be text`;
    if (value.length === 0 || value.length > longest) return `${path} must have 1 to ${longest} characters`;
    return pattern && !pattern.test(value) ? `${path} does not match ${pattern.source}` : null;
  };
}

/** One of these texts or numbers. */
export function oneOf(...allowed: readonly (string | number)[]): Check {
  return (value, path) =>
    allowed.some((one) => one === value)
      ? null
      : `${path} must be ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`;
}

/** A whole number from 0 to 2^53 − 1. */
export const count: Check = (value, path) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? null : `${path} must be a whole number, 0 or more`;

/** True or false. */
export const flag: Check = (value, path) =>
  typeof value === 'boolean' ? null : `${path} must be true or false`;

/** SHA-256 as 64 lower-case hex characters. */
export const hashText: Check = (value, path) =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
    ? null
    : `${path} must be 64 hex characters of SHA-256`;

/** The same, or null. */
export function nullable(check: Check): Check {
  return (value, path) => (value === null ? null : check(value, path));
}

/** A list of at most `longest` members of one shape. */
export function listOf(check: Check, longest: number): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > longest)
      return `${path} must be a list of at most ${longest}`;
    for (const [at, member] of value.entries()) {
      const wrong = check(member, `${path}[${at}]`);
      if (wrong !== null) return wrong;
    }
    return null;
  };
}

/** An object with exactly these members: none missing, none besides. */
export function record(members: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(members);
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${path} must be an object`;
    const given = value as Readonly<Record<string, unknown>>;
    for (const name of names) {
      if (!Object.hasOwn(given, name)) return `${path}.${name} is missing`;
      const wrong = members[name]!(given[name], `${path}.${name}`);
      if (wrong !== null) return wrong;
    }
    const besides = Object.keys(given).find((name) => !Object.hasOwn(members, name));
    return besides === undefined ? null : `${path}.${besides} is not a known member`;
  };
}

/** Anything at all; for members that something else checks. */
export const anything: Check = () => null;
