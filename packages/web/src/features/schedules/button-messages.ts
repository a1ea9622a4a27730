/** Texts of the button that schedules what a screen shows. */
export const messages = {
  schedule: 'Schedule',
  scheduleOf: (name: string) => `Schedule ${name}`,
};
