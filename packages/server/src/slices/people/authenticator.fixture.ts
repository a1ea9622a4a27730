import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** The few kinds of CBOR (RFC 8949) that a credential is made of. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (kind: number, size: number) =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as never)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** What a device does with the options of a server; each part can be made wrong. */
export interface Made {
  readonly origin: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly type?: string;
}

/** A device with one passkey, by the text of WebAuthn Level 3 alone. */
export class Authenticator {
  readonly id = randomBytes(16);
  counter = 0;
  readonly #private: KeyObject;
  readonly #public: { x: Buffer; y: Buffer };
  #user = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }));
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#public = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  #data(rpId: string, { isVerified = true, extra }: { isVerified?: boolean; extra?: Buffer }): Buffer {
    // present 1, verified 4, credential attached 64
    const flags = 1 | (isVerified ? 4 : 0) | (extra ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, extra ?? Buffer.alloc(0)]);
  }

  #answer(response: Record<string, string>) {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  register({ challenge, rp, user }: Options, made: Made) {
    this.#user = user?.id ?? '';
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, this.#public.x],
      [-3, this.#public.y],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const extra = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
    const authData = this.#data(made.rpId ?? rp?.id ?? '', { ...made, extra });
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const client = JSON.stringify({ type: made.type ?? 'webauthn.create', challenge, origin: made.origin });
    return this.#answer({
      clientDataJSON: base64url(Buffer.from(client)),
      attestationObject: base64url(cbor(attestation)),
    });
  }

  assert({ challenge, rpId }: Options, made: Made) {
    this.counter += 1;
    const authData = this.#data(made.rpId ?? rpId ?? '', made);
    const client = Buffer.from(
      JSON.stringify({ type: made.type ?? 'webauthn.get', challenge, origin: made.origin }),
    );
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.#private);
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: this.#user,
    });
  }
}
