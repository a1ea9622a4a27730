import { hmacSha256 } from '../../base/crypto.ts';

/** Identifies a secret; rotating it increments the number. */
export interface WebhookSecretName {
  readonly tenantId: string;
  readonly id: string;
  readonly secretNumber: number;
}

/** 32 bytes that follow from the installation's key: the secret is stored nowhere, and a copy of the database does not hold it. */
function secretBytes(key: Uint8Array, { tenantId, id, secretNumber }: WebhookSecretName): Uint8Array {
  return hmacSha256(key, `webhook|v1|${tenantId}|${id}|${secretNumber}`);
}

/** A webhook's secret as its receiver gets it: `whsec_` and base64. */
export function webhookSecret(key: Uint8Array, name: WebhookSecretName): string {
  return `whsec_${Buffer.from(secretBytes(key, name)).toString('base64')}`;
}

/** The three headers of Standard Webhooks, with a signature by each of these secrets (HOOK-3). */
export function webhookHeaders(
  key: Uint8Array,
  secrets: readonly WebhookSecretName[],
  message: { readonly id: string; readonly at: Date; readonly payload: string },
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1_000));
  const signed = `${message.id}.${timestamp}.${message.payload}`;
  const signatures = secrets.map((name) => {
    const signature = hmacSha256(secretBytes(key, name), signed);
    return `v1,${Buffer.from(signature).toString('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
