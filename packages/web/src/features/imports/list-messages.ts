/** Texts of the list of imports, apart from those of an import: the overview has the list too. */
export const messages = {
  table: {
    file: 'File',
    type: 'Type',
    status: 'Status',
    problems: 'Problems',
    size: 'Size',
    by: 'Imported by',
    uploaded: 'Uploaded',
    label: 'Imports',
    failure: 'The imports could not be loaded',
  },
  types: {
    deals: { label: 'Deals', rows: 'deals', hint: 'Transactions with id, date, amount and participant' },
    opportunities: {
      label: 'Opportunities',
      rows: 'opportunities',
      hint: 'Open, won and lost deals of a CRM export',
    },
    participants: {
      label: 'Participants',
      rows: 'participants',
      hint: 'People with manager, employment dates and target pay',
    },
    quotas: { label: 'Quotas', rows: 'quotas', hint: 'Targets by participant and period' },
    territories: {
      label: 'Territories',
      rows: 'territory assignments',
      hint: 'Territories by participant and dates',
    },
    reportingLines: {
      label: 'Reporting lines',
      rows: 'reporting lines',
      hint: 'Managers by participant and dates, for team credit',
    },
    leaves: { label: 'Leaves', rows: 'leaves', hint: 'Days off the plan, for proration' },
    ramps: { label: 'Ramps', rows: 'ramps', hint: 'Dates with reduced quota and target' },
    payTerms: { label: 'Pay terms', rows: 'pay terms', hint: 'Target pay and commission rates with dates' },
    paymentLimits: {
      label: 'Payment limits',
      rows: 'payment limits',
      hint: 'Minimum and maximum per payment, with dates',
    },
    adjustments: {
      label: 'Adjustments',
      rows: 'adjustments',
      hint: 'One-off payments and deductions, approved as one file',
    },
    receipts: {
      label: 'Customer payments',
      rows: 'customer payments',
      hint: 'What customers paid for deals; releases pay that waits for it',
    },
    parallelPay: {
      label: 'Parallel pay',
      rows: 'stated payments',
      hint: 'Pay by another system or a spreadsheet, to compare',
    },
    exchangeRates: {
      label: 'Exchange rates',
      rows: 'exchange rates',
      hint: 'Daily rates between currencies',
    },
    planComponents: {
      label: 'Plan components',
      rows: 'plan components',
      hint: 'Component, measure, weight, cap, accelerator, status',
    },
  },
  undone: { label: 'Undone', meaning: 'neutral' },
  undo: { label: 'Undo', meaning: 'info' },
  undoneBy: (file: string) => `by ${file}`,
  status: {
    uploaded: 'Needs mapping',
    checking: 'Checking',
    checked: 'Checked, not stored',
    committing: 'Storing',
    committed: 'Stored',
    cancelled: 'Cancelled',
    failed: 'Failed',
  },
} as const;
