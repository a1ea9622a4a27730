/** Texts shared by screens that load or change data: errors, sign-in, progress and run values. */
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
  },
};
