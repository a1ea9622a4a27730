/** Who makes the secret of a webhook: Attain, the sender, either of them, or there is none. */
export type SecretMaker = 'attain' | 'sender' | 'either' | 'none';

/** How a webhook knows its sender. */
export interface HookSchemeWords {
  readonly label: string;
  readonly secret: SecretMaker;
  /** What the sender's own screen calls the secret, and where it goes. */
  readonly help: string;
}

/** The schemes of webhooks; Attain's own is the first (WF-85). */
export const HOOK_SCHEMES = {
  attain: {
    label: 'Attain signature',
    secret: 'attain',
    help: 'Signs time and body; for your own programs.',
  },
  none: { label: 'None', secret: 'none', help: 'Anyone who knows the address can start runs.' },
  basic: { label: 'Username and password', secret: 'either', help: 'HTTP basic authentication.' },
  header: { label: 'Secret header', secret: 'either', help: 'A header that has the secret as its value.' },
  hmac: {
    label: 'HMAC-SHA256 of the body',
    secret: 'either',
    help: 'A header with the digest, hex or base64.',
  },
  stripe: { label: 'Stripe', secret: 'sender', help: 'Paste the signing secret (whsec_…) of the endpoint.' },
  github: { label: 'GitHub', secret: 'either', help: 'Enter the secret in the webhook’s settings.' },
  slack: { label: 'Slack', secret: 'sender', help: 'Paste the signing secret from Basic Information.' },
  standard: {
    label: 'Standard Webhooks',
    secret: 'sender',
    help: 'Paste the secret (whsec_…) of the endpoint.',
  },
} as const satisfies Readonly<Record<string, HookSchemeWords>>;
export type HookScheme = keyof typeof HOOK_SCHEMES;

/** The methods a webhook answers to. */
export const HOOK_METHODS = ['POST', 'GET', 'any'] as const;
/** What the run gets: the body (of GET, the query), or the whole request. */
export const HOOK_CONTENTS = ['body', 'request'] as const;

/** Settings of a webhook beyond its address and secret. */
export interface HookSettings {
  readonly scheme: HookScheme;
  readonly method: (typeof HOOK_METHODS)[number];
  readonly content: (typeof HOOK_CONTENTS)[number];
  /** The header of the schemes `header` and `hmac`. */
  readonly header: string;
  /** Of the scheme `basic`. */
  readonly username: string;
  /** Names a delivery, so that a repeated one starts nothing; blank: the scheme's own. */
  readonly idempotencyHeader: string;
}

/** A webhook as it always was: signed by Attain's scheme, JSON by POST. */
export const DEFAULT_HOOK: HookSettings = {
  scheme: 'attain',
  method: 'POST',
  content: 'body',
  header: '',
  username: '',
  idempotencyHeader: '',
};
