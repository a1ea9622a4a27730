import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** The most values that a sentence lists. */
const maxListed = 12;

/** What a value must be, by zod's name of its type. */
const kinds: Readonly<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Use true or false',
  array: 'Send a list',
  object: 'Send an object',
  record: 'Send an object',
};

const formats: Readonly<Record<string, string>> = {
  date: 'Use a date such as 2024-03-31',
  datetime: 'Use a time such as 2024-03-31T09:30:00Z',
  uuid: 'This is not a valid ID',
  email: 'Enter an email address',
  url: 'Enter a web address',
};

/** How to fix a value that an endpoint does not accept. Undefined: zod's own words. */
export function plainIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Enter a value' : kinds[issue.expected];
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return formats[issue.format];
    case 'invalid_value':
      return issue.values.length <= maxListed
        ? `Use ${issue.values.join(', ')}`.replace(/, (?=[^,]*$)/, ' or ')
        : undefined;
    case 'unrecognized_keys':
      return `Remove ${issue.keys.join(', ')}: not known here`;
    default:
      return undefined;
  }
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string')
    return Number(minimum) === 1 ? 'Enter a value' : `Enter at least ${minimum} characters`;
  if (origin === 'array' || origin === 'set')
    return Number(minimum) === 1 ? 'Choose at least one' : `Choose at least ${minimum}`;
  return `Must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `Enter at most ${maximum} characters`;
  if (origin === 'array' || origin === 'set') return `Choose at most ${maximum}`;
  return `Must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
}
