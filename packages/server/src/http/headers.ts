import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from '../base/settings.ts';

/**
 * Content security policy of a page. Scripts and inline style are blocked unless named here; `'self'` would let uploads
 * run.
 */
function contentPolicy({ script = "'none'", style = '' }: { script?: string; style?: string }): string {
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src 'self'${style ? ` ${style}` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    // the phone preview frames our own pages
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // the one policy of our pages, see web/base/trusted-markup.ts
    'trusted-types default',
  ].join('; ');
}

/** Lets exactly this style text into the page that is being answered; no script. */
export function allowStyle(reply: FastifyReply, style: string): void {
  const hash = createHash('sha256').update(style).digest('base64');
  reply.header('content-security-policy', contentPolicy({ style: `'sha256-${hash}'` }));
}

/**
 * Lets the scripts and styles with a fresh nonce into the page that is being answered, and what those scripts load in
 * their turn; returns the nonce.
 */
export function allowNonce(reply: FastifyReply): string {
  const nonce = `'nonce-${randomBytes(18).toString('base64')}'`;
  reply.header(
    'content-security-policy',
    contentPolicy({ script: `${nonce} 'strict-dynamic'`, style: nonce }),
  );
  return nonce.slice("'nonce-".length, -1);
}

/** Content types that a browser opens as a page of their own, in which a script or a form could run. */
const documentType = /^(?:text\/(?:html|plain|xml)|application\/(?:xhtml\+xml|xml|pdf)|image\/svg\+xml)\b/i;

/** The security headers of every answer, those of Node itself included. */
export function securityHeaders(settings: Settings): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
    ...(settings.trustProxy ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Security headers on every answer, the content policy on documents only; API answers are never cached. */
export function setHeaders(app: FastifyInstance, settings: Settings): void {
  const strict = contentPolicy({});
  const always = securityHeaders(settings);
  app.addHook('onSend', (request, reply, payload, done) => {
    const isDocument = documentType.test(String(reply.getHeader('content-type') ?? ''));
    if (isDocument && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', strict);
    reply.headers(always);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
