import { counted } from '../../base/format-number.ts';

/** Texts of pay statements. */
export const messages = {
  change: {
    less: 'less',
    more: 'more',
    text: (of: {
      at: string;
      version: number | string;
      difference: string;
      direction: string;
      earlierVersion: number | null;
      earlierTotal: string;
      earlierStatus: string;
    }) =>
      `Changed on ${of.at}: version ${of.version} is ${of.difference} ${of.direction} than version ${of.earlierVersion} (${of.earlierTotal}, ${of.earlierStatus}).`,
  },
  year: {
    failure: 'Your year could not be loaded',
    earned: { label: (year: string) => `Earned in ${year}`, hint: 'Published periods that end in the year' },
    paid: { label: (year: string) => `Paid for ${year}`, hint: 'Payments marked as paid' },
    held: { label: () => 'Held', hint: 'Kept back by holds today' },
    owed: { label: () => 'Owed', hint: 'Published, not yet marked as paid' },
  },
  previous: {
    total: (difference: string) => `${difference} compared with`,
    period: (period: string, total: string) => `${period} (${total})`,
    line: (difference: string, period: string) => `${difference} compared with ${period}`,
    added: (period: string) => `Not in ${period}`,
    gone: (component: string, difference: string) => `${component}: ${difference}, no longer included`,
  },
  acknowledge: {
    label: 'Looks right',
    done: (at: string) => `Acknowledged ${at}`,
    thanks: 'Statement acknowledged',
    failure: 'The statement could not be acknowledged',
  },
  files: {
    proof: 'Proof file',
    csv: 'CSV',
    xlsx: 'XLSX',
    print: 'Print',
    pdf: 'PDF',
  },
  zip: {
    open: 'Download PDFs',
    title: 'Download all statements',
    description: 'One ZIP with a PDF per payee. You can keep working meanwhile.',
    period: 'Plan and period',
    option: (of: { planName: string; period: { key: string } }) => `${of.planName}, ${of.period.key}`,
    hint: (of: { version: number; statements: number }) =>
      `Version ${of.version}, ${counted(of.statements, 'statement')}`,
    create: (statements: number) => `Create ZIP of ${counted(statements, 'statement')}`,
    creating: (of: { planName: string; period: { key: string } }) =>
      `Creating the ZIP of ${of.planName}, ${of.period.key}`,
    waiting: 'Waiting to start',
    close: 'Close',
    again: 'Create again',
    createFailure: 'The ZIP could not be created',
    noun: 'statement',
    cancelFailure: 'The ZIP could not be cancelled',
    cancelled: 'Cancelled. No file was kept.',
    failed: (reason: string) => `The ZIP failed. ${reason}`,
    ready: (files: number, size: string) => `${counted(files, 'statement')}, ${size}.`,
    until: (moment: string) => `Available until ${moment}.`,
    download: 'Download ZIP',
    failure: 'The periods could not be loaded',
    none: 'No statements',
    noneText: 'Statements appear here once a period is calculated and published.',
  },
  sheet: {
    label: (payee: string) => `Statement of ${payee}`,
    reportsTo: (manager: string) => `reports to ${manager}`,
    payFor: (period: string, from: string, to: string) => `Pay for ${period} (${from} – ${to})`,
    version: (version: number | string, at: string) => `Version ${version}, calculated ${at}`,
    how: 'How this was calculated',
    total: (components: number) => `Total of ${counted(components, 'component')}`,
    proof: 'Proof details',
    result: 'Result',
    inputs: 'Inputs',
    document: 'Plan document',
    engine: 'Engine version',
    verify: "Verify the proof file without Attain's server: npx attain verify.",
    measured: (component: string) => `How ${component} is measured`,
  },
};
