import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { type Finding, Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, signIn } from './person.ts';
import { enterStage } from './stage.ts';

/** Findings of Google's evaluator above "info". Its scale runs downwards: 10 is high, 60 is info. */
function weaknesses(policy: string): string[] {
  const found: Finding[] = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return found
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, description, severity }) => `${Severity[severity]} ${directive}: ${description}`);
}

/** Responses that open as pages: the page, a screen's address, a drawing, the API reference. */
const documents = ['/', '/compensation/payout', '/icon.svg', '/api/docs'];
/** Responses that are part of a page, or data: a script, a description, an error, a missing file, a rejected event stream. */
const parts = ['/theme.js', '/api/openapi.json', '/api/plans', '/assets/none.js', '/api/events'];

describe('headers that browsers enforce', () => {
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    ({ browser, url } = await enterStage());
  });
  afterAll(() => browser?.close());

  test('the evaluator finds what is planted', () => {
    expect(weaknesses("default-src 'self'; script-src 'unsafe-inline'")).not.toEqual([]);
    expect(weaknesses("default-src 'none'; script-src 'self'")).not.toEqual([]);
  });

  test.each(documents)('%s: nothing to hold against its policy', async (path) => {
    const { headers } = await fetch(`${url}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(weaknesses(policy)).toEqual([]);
    expect(policy).not.toContain('unsafe');
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'self'",
    ])
      expect(policy.split('; ')).toContain(part);
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  test('scripts, styles, fonts and data carry no policy: it governs documents, and is half a kilobyte', async () => {
    const page = await (await fetch(url)).text();
    const assets = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(new Set(assets.map((path) => path.split('.').at(-1)))).toEqual(new Set(['js', 'css', 'woff2']));
    for (const path of [...assets, ...parts]) {
      const { headers } = await fetch(`${url}${path}`);
      expect(headers.get('content-security-policy'), path).toBeNull();
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });

  test.each([...documents, ...parts])('%s has every other header', async (path) => {
    const { headers } = await fetch(`${url}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-request-id')).toMatch(/\S/);
    if (path.startsWith('/api')) expect(headers.get('cache-control')).toBe('no-store');
  });

  test('[SHELL-UI-31] our own pages may use the microphone; camera and location are off', async () => {
    const { headers } = await fetch(url);
    const features = headers.get('permissions-policy')?.split(', ');
    expect(features).toEqual(['camera=()', 'geolocation=()', 'microphone=(self)']);
  });

  test('each page has a new nonce, on all its scripts', async () => {
    const nonces = new Set<string>();
    for (let visit = 0; visit < 3; visit += 1) {
      const answer = await fetch(url);
      const nonce = /'nonce-([^']+)' 'strict-dynamic'/.exec(
        answer.headers.get('content-security-policy') ?? '',
      )?.[1];
      const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(1);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      nonces.add(nonce ?? '');
    }
    expect(nonces.size).toBe(3);
  });

  test('a violation of the policy is a complaint of the window it happens in', async () => {
    const { page, complaints } = await openWindow(browser, url);
    await page.goto('/');
    await signIn(page, 'viewer');
    expect(complaints).toEqual([]);
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { color: red }';
      document.head.append(style);
    });
    await expect.poll(() => complaints.join('\n')).toMatch(/Content Security Policy/);
    await page.close();
  });
});
