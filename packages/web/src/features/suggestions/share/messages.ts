/** Texts of the share drawer. */
export const messages = {
  title: 'Share suggestion',
  items: { card: 'JSON card', slack: 'Slack message', teams: 'Teams card', email: 'Email' },
  copy: (what: string) => `Copy ${what}`,
  textOf: (what: string) => `${what}, text`,
  copied: 'Copied to clipboard',
  copyFailed: 'Copy failed',
  copyFailedText: 'Failed to copy to clipboard',
  invalid: 'Evidence validation failed',
  invalidText: 'Unable to validate evidence pack integrity',
  note: 'Shared without payees and with short hashes. Links need sign-in; opening one changes nothing.',
};
