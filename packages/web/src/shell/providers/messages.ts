/** Texts of sign-in with an identity provider. */
export const messages = {
  continueWith: (name: string) => `Continue with ${name}`,
  or: 'or',
  returnTitle: 'Signing in',
  failedTitle: 'You are not signed in',
  toSignIn: 'Back to sign-in',
  windowTitle: 'Sign in · Attain',
  noPassword: 'Your account has no password. Sign in again to confirm that it’s you.',
};
