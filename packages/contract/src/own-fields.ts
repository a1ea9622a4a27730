import { isOwnName } from '@attain/domain/plans/own-fields';
import { z } from 'zod';
import { Words } from './base.ts';

const OwnName = Words.refine(isOwnName, 'a name that begins with a letter and has at most 60 characters');

/** Values in the customer’s own columns, by name. */
export const OwnFields = z
  .record(OwnName, Words.min(1).max(1000))
  .describe('The customer’s own columns by name, blank ones omitted');

/** An own field as conditions refer to it: `own:Channel`. */
export const OwnField = z.templateLiteral(['own:', z.string().min(1).max(60)]);
