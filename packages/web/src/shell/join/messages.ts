/** Texts of the page behind a one-time link. */
export const messages = {
  failed: 'This link can’t be used',
  opening: 'Opening your link',
  signIn: 'Go to sign-in',
  resetTitle: 'Choose a new password',
  joinTitle: (workspace: string) => `Join ${workspace}`,
  resetText: (name: string, workspace: string) =>
    `${name} in ${workspace}. Your other sessions are signed out.`,
  joinText: (name: string, roles: string) => `${name}, your role is ${roles}.`,
  username: 'Username',
  password: 'Password',
  newPassword: 'New password',
  again: 'New password again',
  passwordHint: 'At least 15 characters, without common passwords or your names.',
  accountHint: 'You have an account. Sign in to join.',
  save: 'Save password',
  busy: 'Signing in',
  passwordMissing: 'Enter your password',
  newPasswordMissing: 'Choose a password',
  tooShort: 'Use at least 15 characters',
  differ: 'The two passwords differ',
};
