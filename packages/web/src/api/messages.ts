/** Texts of loading, sending and sign-in: errors, progress, run values. */
export const messages = {
  stepStatus: {
    idle: 'Not started',
    running: 'Running',
    waiting: 'Waiting',
    retrying: 'Retrying',
    success: 'Succeeded',
    error: 'Failed',
    skipped: 'Skipped',
    cancelled: 'Cancelled',
    unknown: 'Outcome unknown',
  },
  errors: {
    noReason: 'The server gave no reason.',
    unreachable: 'The server could not be reached. Check the connection and try again.',
    noAccess: 'You don’t have access to this.',
    noAccessText: 'Ask your administrator if you need it.',
    notFound: 'This was not found.',
    badLink: 'This link is not valid.',
    badLinkText: 'Check the address, or open the page from its list.',
    back: 'Go back',
    overview: 'Go to overview',
    timeout:
      'The server did not answer within a minute. Try again; if this continues, contact your administrator.',
    requestId: (id: string) => ` (request ${id})`,
    mode: 'The mode could not be saved',
  },
  worded: {
    by: (model: string) => `Worded by ${model}. The figures are the computed ones.`,
    byAttain: (model: string) => `The computed text. ${model} has reworded it.`,
    dropped: (problem: string) => `Not reworded: ${problem}`,
    computed: 'Show computed text',
    worded: 'Show reworded text',
  },
  recipients: {
    title: 'This run sends data to',
    label: 'Recipients',
    computed: (expression: string) => `decided during the run (${expression})`,
    default: 'the default connection',
  },
  runValue: {
    cut: (label: string, characters: string) =>
      `${label} has ${characters} characters. Only the beginning is shown.`,
    downloadOf: (label: string) => `Download: ${label}`,
    download: 'Download',
    sides: { in: 'Input', sent: 'Sent', out: 'Output' },
    sidesOf: {
      in: (step: string) => `Input of ${step}`,
      sent: (step: string) => `Sent by ${step}`,
      out: (step: string) => `Output of ${step}`,
    },
  },
  rows: { moreFailure: 'More rows could not be loaded', updateFailure: 'These rows could not be updated' },
  signIn: {
    welcome: (username: string) => `Welcome back, ${username}!`,
    done: 'Login successful',
    failed: 'Login failed',
    workspaceText: (workspace: string) => `You now work in ${workspace}.`,
    workspaceChanged: 'Workspace changed',
  },
  work: { progress: (done: string, total: string) => `${done} of ${total}`, cancel: 'Cancel' },
};
