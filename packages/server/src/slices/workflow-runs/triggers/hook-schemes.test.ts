import { createHmac, createSecretKey } from 'node:crypto';
import { DEFAULT_HOOK, type HookScheme, type HookSettings } from '@attain/domain/workflows/hook-schemes';
import { describe, expect, it } from 'vitest';
import type { Delivery } from './delivery.ts';
import { believe, schemeKey } from './hook-schemes.ts';

const now = new Date('2026-05-01T10:00:00Z');
const time = String(now.getTime() / 1_000);

function hookOf(
  scheme: HookScheme,
  secret: string,
  settings: Partial<HookSettings> = {},
): Parameters<typeof believe>[0] {
  const hook = { ...DEFAULT_HOOK, scheme, ...settings };
  return { hook, key: createSecretKey(schemeKey(scheme, secret)) };
}

function sent(body: string, headers: Record<string, string>): Delivery {
  return { address: 'a', method: 'POST', query: '', headers, body: Buffer.from(body), form: null };
}

const hex = (secret: string, message: string) => createHmac('sha256', secret).update(message).digest('hex');

describe('[WF-85] senders are believed by their own schemes', () => {
  // the example of https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
  it('GitHub’s own test values', () => {
    const hook = hookOf('github', "It's a Secret to Everybody");
    const signature = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const headers = { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-delivery': 'd-1' };
    expect(believe(hook, sent('Hello, World!', headers), now)).toEqual({ key: 'key:d-1' });
    expect(believe(hook, sent('Hello, World?', headers), now)).toHaveProperty('fault');
  });

  // the example of the specification of Standard Webhooks
  it('the values of Standard Webhooks', () => {
    const hook = hookOf('standard', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const then = new Date(1_614_265_330_000);
    const body = '{"test": 2432232314}';
    expect(believe(hook, sent(body, headers), then)).toEqual({ key: `key:${headers['webhook-id']}` });
    expect(believe(hook, sent(body, headers), now)).toEqual({
      fault: expect.stringContaining('five minutes'),
    });
    const renamed = { ...headers, 'webhook-id': 'msg_other' };
    expect(believe(hook, sent(body, renamed), then)).toHaveProperty('fault');
  });

  // the example of https://docs.slack.dev/authentication/verifying-requests-from-slack
  it('Slack’s own test values', () => {
    const hook = hookOf('slack', '8f742231b10e8888abcd99yyyzzz85a5');
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const signature = 'a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
    const headers = { 'x-slack-request-timestamp': '1531420618', 'x-slack-signature': `v0=${signature}` };
    expect(believe(hook, sent(body, headers), new Date(1_531_420_618_000))).toEqual({
      key: `key:${signature}`,
    });
    expect(believe(hook, sent(body, headers), now)).toEqual({
      fault: expect.stringContaining('five minutes'),
    });
  });

  it('Stripe: any of its signatures, its own time, and the event names the delivery', () => {
    const hook = hookOf('stripe', 'whsec_test');
    const body = '{"id":"evt_1"}';
    const right = hex('whsec_test', `${time}.${body}`);
    const header = (signature: string, at = time) => ({
      'stripe-signature': `t=${at},v1=${'0'.repeat(64)},v1=${signature}`,
    });
    expect(believe(hook, sent(body, header(right)), now)).toEqual({ key: 'key:evt_1' });
    expect(believe(hook, sent(body, header(hex('other', `${time}.${body}`))), now)).toHaveProperty('fault');
    const old = String(Number(time) - 301);
    expect(believe(hook, sent(body, header(hex('whsec_test', `${old}.${body}`), old)), now)).toHaveProperty(
      'fault',
    );
  });

  it('a secret header, HMAC in hex or base64, and basic authentication', () => {
    const header = hookOf('header', 'a secret text', { header: 'X-Api-Key' });
    expect(believe(header, sent('{}', { 'x-api-key': 'a secret text' }), now)).toHaveProperty('key');
    expect(believe(header, sent('{}', { 'x-api-key': 'a secret' }), now)).toHaveProperty('fault');
    expect(believe(header, sent('{}', {}), now)).toHaveProperty('fault');
    const bearer = hookOf('header', 'a secret text', { header: 'Authorization' });
    expect(believe(bearer, sent('{}', { authorization: 'Bearer a secret text' }), now)).toHaveProperty('key');
    const hmac = hookOf('hmac', 's3cret', { header: 'X-Signature' });
    const digest = createHmac('sha256', 's3cret').update('{}').digest();
    for (const form of ['hex', 'base64'] as const)
      expect(believe(hmac, sent('{}', { 'x-signature': digest.toString(form) }), now)).toHaveProperty('key');
    expect(believe(hmac, sent('{ }', { 'x-signature': digest.toString('hex') }), now)).toHaveProperty(
      'fault',
    );
    const basic = hookOf('basic', 'pa:ss', { username: 'crm' });
    const pair = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    expect(believe(basic, sent('{}', pair('crm:pa:ss')), now)).toHaveProperty('key');
    for (const wrong of ['crm:pa', 'CRM:pa:ss', 'pa:ss', 'crm'])
      expect(believe(basic, sent('{}', pair(wrong)), now), wrong).toHaveProperty('fault');
  });

  it('a header of the sender’s choice names the delivery; without a name each is another', () => {
    const open = hookOf('none', 'unused', { idempotencyHeader: 'X-Event-Id' });
    expect(believe(open, sent('{}', { 'x-event-id': '7' }), now)).toEqual({ key: 'key:7' });
    expect(believe(open, sent('{}', {}), now)).toEqual({
      fault: expect.stringContaining('X-Event-Id is missing'),
    });
    expect(believe(open, sent('{}', { 'x-event-id': 'x'.repeat(201) }), now)).toHaveProperty('fault');
    const unnamed = hookOf('none', 'unused');
    const keys = [1, 2].map(() => believe(unnamed, sent('{}', {}), now));
    expect(keys[0]).not.toEqual(keys[1]);
  });
});
