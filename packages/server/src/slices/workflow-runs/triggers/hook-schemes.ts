import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { HookScheme, HookSettings } from '@attain/domain/workflows/hook-schemes';
import { hmacSha256Matches } from '../../../base/crypto.ts';
import { newId } from '../../../base/ids.ts';
import type { Delivery } from './delivery.ts';
import { signatureFault } from './hook-secret.ts';

/** What is known of a webhook's sender. */
interface SenderOf {
  readonly hook: HookSettings;
  readonly key: KeyObject;
}

/** Whether the sender is believed; `key` names the delivery, so that a repeated one starts nothing. */
export type Believed = { readonly fault: string } | { readonly key: string };

/** Allowed clock difference of a sender, and lifetime of its signature. */
const windowMs = 5 * 60_000;
const maxKey = 200;

/** Judges a delivery by the scheme of its webhook (WF-41, WF-85). */
export function believe(hook: SenderOf, delivery: Delivery, now: Date): Believed {
  const { scheme, idempotencyHeader } = hook.hook;
  if (scheme === 'attain') return believeOwn(hook.key, delivery, now);
  const judged = judges[scheme](hook, delivery, now);
  if ('fault' in judged) return judged;
  const named = idempotencyHeader === '' ? judged.key : headerOf(delivery, idempotencyHeader);
  if (idempotencyHeader !== '' && named === '')
    return { fault: `The header ${idempotencyHeader} is missing. It names the delivery.` };
  if (named !== null && named.length > maxKey)
    return { fault: `The name of the delivery has more than ${maxKey} characters.` };
  // what has no name is another delivery each time
  return { key: named === null ? `once:${newId()}` : `key:${named}` };
}

function believeOwn(key: KeyObject, delivery: Delivery, now: Date): Believed {
  const given = {
    timestamp: headerOf(delivery, 'attain-timestamp'),
    signature: headerOf(delivery, 'attain-signature'),
    idempotencyKey: headerOf(delivery, 'idempotency-key'),
    body: delivery.body,
  };
  const fault = signatureFault(key, given, now);
  if (fault !== null) return { fault };
  const { idempotencyKey, signature } = given;
  return { key: idempotencyKey === '' ? signature.slice('sha256='.length) : `key:${idempotencyKey}` };
}

/** The name that the scheme gives a delivery; null: it gives none. */
type Judged = { readonly fault: string } | { readonly key: string | null };
type Judge = (hook: SenderOf, delivery: Delivery, now: Date) => Judged;

const judges: Readonly<Record<Exclude<HookScheme, 'attain'>, Judge>> = {
  none: (_, delivery) => named(delivery, 'idempotency-key'),
  basic: ({ hook: { username }, key }, delivery) => {
    const given = Buffer.from(
      headerOf(delivery, 'authorization').replace(/^Basic /i, ''),
      'base64',
    ).toString();
    const at = given.indexOf(':');
    const right = sameSecret(key, given.slice(at + 1)) && at >= 0 && given.slice(0, at) === username;
    return right
      ? named(delivery, 'idempotency-key')
      : { fault: 'The username or password is wrong. Send them by HTTP basic authentication.' };
  },
  header: ({ hook: { header }, key }, delivery) =>
    sameSecret(key, headerOf(delivery, header).replace(/^Bearer /i, ''))
      ? named(delivery, 'idempotency-key')
      : { fault: `The header ${header} does not have the webhook’s secret.` },
  hmac: ({ hook: { header }, key }, delivery) =>
    signs(key, delivery.body, headerOf(delivery, header).replace(/^sha256=/i, ''))
      ? named(delivery, 'idempotency-key')
      : { fault: `The header ${header} is not the HMAC-SHA256 of the body with the webhook’s secret.` },
  stripe: ({ key }, delivery, now) => {
    const parts = headerOf(delivery, 'stripe-signature')
      .split(',')
      .map((part) => part.trim().split('=') as [string, string | undefined]);
    const time = parts.find(([name]) => name === 't')?.[1] ?? '';
    const message = signed(`${time}.`, delivery.body);
    const right = parts.some(([name, value]) => name === 'v1' && signs(key, message, value ?? ''));
    return timed(right, time, now) ?? { key: fieldOf(delivery, 'id') };
  },
  github: ({ key }, delivery) =>
    signs(key, delivery.body, headerOf(delivery, 'x-hub-signature-256').replace(/^sha256=/, ''))
      ? named(delivery, 'x-github-delivery')
      : { fault: 'X-Hub-Signature-256 does not match. Check the secret in the webhook’s settings.' },
  slack: ({ key }, delivery, now) => {
    const time = headerOf(delivery, 'x-slack-request-timestamp');
    const signature = headerOf(delivery, 'x-slack-signature').replace(/^v0=/, '');
    const right = signs(key, signed(`v0:${time}:`, delivery.body), signature);
    return timed(right, time, now) ?? { key: fieldOf(delivery, 'event_id') ?? signature };
  },
  standard: ({ key }, delivery, now) => {
    const id = headerOf(delivery, 'webhook-id');
    const time = headerOf(delivery, 'webhook-timestamp');
    const message = signed(`${id}.${time}.`, delivery.body);
    const right = headerOf(delivery, 'webhook-signature')
      .split(' ')
      .some((one) => one.startsWith('v1,') && signs(key, message, one.slice(3)));
    return timed(right && id !== '', time, now) ?? { key: id };
  },
};

/** A header of a delivery; blank when it is missing. */
export function headerOf({ headers }: Pick<Delivery, 'headers'>, name: string): string {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

/** The bytes that a scheme keys its HMAC with. */
export function schemeKey(scheme: HookScheme, secret: string): Buffer {
  if (scheme !== 'standard') return Buffer.from(secret, 'utf8');
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function named(delivery: Delivery, header: string): Judged {
  const name = headerOf(delivery, header);
  return { key: name === '' ? null : name };
}

/** Why a signature over a time is not believed; null: it is. */
function timed(right: boolean, time: string, now: Date): Judged | null {
  if (!right) return { fault: 'The signature does not match. Check the signing secret of the webhook.' };
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (Math.abs(now.getTime() - seconds * 1_000) <= windowMs) return null;
  return { fault: 'The signature is older than five minutes or from the future.' };
}

function signed(before: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(before), body]);
}

/** Whether a text, hex or base64, is the HMAC-SHA256 of a message. */
function signs(key: KeyObject, message: Buffer, digest: string): boolean {
  const tag = Buffer.from(digest, /^[\da-f]{64}$/i.test(digest) ? 'hex' : 'base64');
  return hmacSha256Matches(key, message, tag);
}

/** Compares in a time that says nothing about the secret. */
function sameSecret(key: KeyObject, given: string): boolean {
  const digest = (bytes: Buffer) => createHmac('sha256', key).update(bytes).digest();
  return timingSafeEqual(digest(key.export()), digest(Buffer.from(given, 'utf8')));
}

/** A short text at the top of a JSON body. */
function fieldOf({ body }: Delivery, field: string): string | null {
  try {
    const value = (JSON.parse(body.toString('utf8')) as Record<string, unknown> | null)?.[field];
    return typeof value === 'string' && value !== '' ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
