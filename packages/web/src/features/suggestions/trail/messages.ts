/** Texts of the audit trail drawer. */
export const messages = {
  title: 'Audit trail',
  timeline: 'Timeline',
  integrity: 'Trail integrity',
  failure: 'The audit trail could not be loaded',
  checking: 'Checking…',
  intact: (count: string) => `${count} checked. Each matches its hash.`,
  included: 'The newest entry is in the signed log.',
  continued: 'The log continues the one this browser saw before.',
  serverOnly: 'Checked by the server. Access to the audit log lets this browser check it too.',
  tampered: 'Audit trail integrity verification failed - possible tampering detected',
  none: 'No entries yet',
  anchor: (anchor: string) => `Anchor ${anchor}`,
  more: 'Older entries are in the audit log.',
};
