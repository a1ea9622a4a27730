/** Texts of the strip above a workspace that is viewed as a role. */
export const messages = {
  label: 'Viewing as a role',
  text: (role: string) => `You see Attain as ${role} does. Nothing can be changed.`,
  stop: 'Stop viewing',
  failure: 'Viewing could not be stopped',
};
