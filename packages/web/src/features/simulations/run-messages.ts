/** Texts of the button that starts a simulation; other screens load it without the rest. */
export const messages = {
  run: {
    busy: 'A simulation is running',
    open: 'Run Simulation',
  },
};
