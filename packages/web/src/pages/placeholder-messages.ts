/** Titles and descriptions of screens that are not built yet. */
export const messages = {
  dashboard: { title: 'Revenue Dashboard', text: 'Global revenue analytics' },
  pipeline: { title: 'Pipeline', text: 'Deal progression and pipeline management' },
  forecasting: { title: 'Forecasting', text: 'AI-driven revenue forecasting' },
  planning: { title: 'Planning', text: 'Strategic revenue planning' },
  meetings: { title: 'Meetings', text: 'Meeting coordination and insights' },
  dealDesk: { title: 'Deal Desk', text: 'The payout of a deal before it is signed' },
  calendar: { title: 'Calendar', text: 'Periods, deadlines and pay days' },
  rhythm: { title: 'Rhythm of Business', text: 'Recurring reviews and their decisions' },
  customers: { title: 'My Customers', text: 'Your customers and their revenue' },
};
