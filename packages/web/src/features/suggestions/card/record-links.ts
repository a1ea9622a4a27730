import { paths } from '../../../paths.ts';
import { messages } from '../messages.ts';
import type { Shown } from '../shown.ts';

/** Where the records of a suggestion are changed: an import, the draws, or the lists in which they are missing. */
export function recordLinks({ recordChange, missingIn }: Pick<Shown, 'recordChange' | 'missingIn'>) {
  if (recordChange === null)
    return missingIn.map((place) => ({ label: messages.card.places[place], to: linkOf[place] }));
  if (recordChange === 'end-draw') return [{ label: messages.card.openDraws, to: paths.adjustments }];
  const kind = recordChange === 'ramp' ? 'ramps' : 'quotas';
  return [{ label: messages.card.importRecords, to: paths.newImportOf(kind) }];
}

const linkOf = {
  'exchange-rates': paths.exchangeRates,
  quotas: paths.quotas,
  payees: paths.newImportOf('participants'),
  deals: paths.crediting,
  assignments: paths.eligibility,
} as const;
