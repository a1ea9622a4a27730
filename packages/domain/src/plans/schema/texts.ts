import { DECIMAL_PATTERN } from '../../base/decimal.ts';
import type { Shape } from '../../base/json-shape.ts';

/** The longest name or id. */
export const MAX_NAME = 200;

/** A percent as a decimal text. */
export const percent: Shape = {
  type: 'string',
  pattern: DECIMAL_PATTERN,
  description: 'A percentage as decimal text: "2.5" means 2.5%.',
};

/** Where a tier starts or ends. */
export const bound: Shape = {
  ...percent,
  description: 'A bound as decimal text: "1000", or "100" for 100% of quota.',
};

/** An amount of the plan's currency or of a measure. */
export const amount: Shape = {
  ...percent,
  description: 'An amount as decimal text: "5000" or "1250.50".',
};

/** A day of the calendar. */
export const day: Shape = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'A date: "2024-02-29".',
};
