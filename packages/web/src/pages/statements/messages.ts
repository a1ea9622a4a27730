/** Texts of the statement pages. */
export const messages = {
  statement: 'Statement',
  statementOf: (payee: string) => `Statement of ${payee}`,
  statements: 'Statements',
  crumb: (payee: string, period: string) => `${payee}, ${period}`,
  stale: 'Data changed since this calculation. A newer version may follow.',
  failure: 'The statement could not be loaded',
  explanation: 'View full explanation',
  search: 'Search participants',
  subtitle: {
    tenant: 'Calculated pay and its payment status',
    team: "Your team's pay and its payment status",
    own: 'Your pay and its payment status',
  },
};
