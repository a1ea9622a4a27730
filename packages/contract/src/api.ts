import { audit } from './audit.ts';
import { auth } from './auth.ts';
import { calculations } from './calculations.ts';
import { imports } from './imports.ts';
import { participants } from './participants.ts';
import { payouts, statements } from './payouts.ts';
import { assignments, plans } from './plans.ts';
import { records } from './records.ts';

/** Every endpoint of Attain on one page. Paths are below `/api`. */
export const api = {
  auth,
  participants,
  records,
  plans,
  assignments,
  imports,
  calculations,
  payouts,
  statements,
  audit,
};
