import { client } from '../../api/client.ts';
import { messages } from './messages.ts';

const unsigned = { context: { mayBeSignedOut: true } };
const library = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys at this address; they need a host name. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(\d+\.){3}\d+$|^\[/.test(location.hostname);

async function prompted() {
  const { options, ticket } = await client.passkeySignIn.begin({}, unsigned);
  const { startAuthentication } = await library();
  const response = await startAuthentication({ optionsJSON: options as never }).catch(canceled);
  return { ticket, response: response as never };
}

/** Signs in with the passkey that the browser offers. */
export const signInByPasskey = async () => client.passkeySignIn.finish(await prompted(), unsigned);

/** A code that stands for a passkey once. */
export const codeOfPasskey = async () => (await client.passkeySignIn.prove(await prompted(), unsigned)).code;

/** Makes a passkey of this name. */
export async function makePasskey(name: string) {
  const { options, ticket } = await client.secondFactor.passkeys.begin({});
  const { startRegistration } = await library();
  const response = await startRegistration({ optionsJSON: options as never }).catch(canceled);
  return client.secondFactor.passkeys.add({ ticket, name, response: response as never });
}

/** The browser says no more than that nothing came of it. */
function canceled(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  throw new Error(isKnown ? messages.passkeys.known : messages.passkeys.canceled);
}
