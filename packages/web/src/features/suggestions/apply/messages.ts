import { counted } from '../../../base/format-number.ts';

/** Texts of applying, which load when something is applied or asked about. */
export const messages = {
  all: {
    done: 'Suggestions Applied',
    text: (applied: number, of: { skipped: number; together: string | null }) =>
      [
        `${applied} applied`,
        ...(of.skipped > 0 ? [`${of.skipped} skipped`] : []),
        ...(of.together === null ? [] : [`${of.together} together`]),
      ].join(', '),
    allSkipped: (count: number) =>
      `${counted(count, 'suggestion')} no longer ${count === 1 ? 'applies' : 'apply'}.`,
    failed: 'Application Failed',
    failedText: 'Some suggestions could not be applied. Please try individual suggestions.',
    because: (title: string, reason: string) => `${title}: ${reason}`,
    none: 'No Suggestions',
    noneText: 'There are no suggestions available to apply.',
  },
  confirmAll: {
    title: 'Apply all suggestions?',
    text: 'Each is added to the draft, one after another.',
  },
  notApplied: { skipped: 'Skipped', failures: 'Not applied' },
  confirm: {
    title: 'Apply this suggestion?',
    text: "Adds its changes to the plan's draft. Pay changes only once the draft is activated.",
    notOpen: 'This suggestion was already decided.',
    close: 'Close',
    cannot: "You can't apply this suggestion",
    finding: 'It reports a finding and changes no plan.',
    records: 'Its records are changed by an import. The plan stays as it is.',
  },
};
