import { createHash } from 'node:crypto';
import type { Access } from '@attain/contract/base';
import { roleNames } from '@attain/domain/access/role-names';
import { keptTraceParent } from '@attain/domain/telemetry/trace-parent';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, mustAllow, type RequestFacts } from '../base/actor.ts';
import { ApiError } from '../base/api-error.ts';
import type { KnownSession, SessionPort } from '../base/session-port.ts';
import { noteAttempt } from './access-hooks.ts';

const reads = new Set(['GET', 'HEAD']);

/** Over HTTPS the cookie has the browser's own guarantees in its name; on loopback plain HTTP cannot have them. */
function cookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-sid' : 'sid';
}

/** Hands the session's secret to the browser, out of reach of scripts and of other sites. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(cookieName(request), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  });
}

/** Name of the cookie that identifies a browser in which someone has signed in before. */
function deviceCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-device' : 'device';
}

/** The browser keeps it for a year after the last sign-in. */
const deviceSeconds = 365 * 24 * 60 * 60;

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, device: string): void {
  reply.setCookie(deviceCookieName(request), device, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: deviceSeconds,
  });
}

export function deviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[deviceCookieName(request)];
}

/** Name of the cookie of a sign-in that is under way at an identity provider. */
function attemptCookieName(request: FastifyRequest): string {
  return request.protocol === 'https' ? '__Host-attempt' : 'attempt';
}

/** Keeps a sign-in under way in the browser that began it; null: it is over. */
export function setAttemptCookie(request: FastifyRequest, reply: FastifyReply, attempt: string | null): void {
  reply.setCookie(attemptCookieName(request), attempt ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: attempt === null ? 0 : 600,
  });
}

export function attemptCookie(request: FastifyRequest): string | undefined {
  return request.cookies[attemptCookieName(request)];
}

/** Takes the session’s secret out of the browser. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  });
}

/** Facts of the request that an act is recorded with. */
export function requestFacts(request: FastifyRequest, route: string, body: unknown): RequestFacts {
  const key = request.headers['idempotency-key'];
  if (Array.isArray(key) || (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))) {
    throw new ApiError('BAD_INPUT', 'The Idempotency-Key must be 1 to 200 visible ASCII characters.');
  }
  return {
    id: request.id,
    route,
    idempotencyKey: key ?? null,
    bodyHash: createHash('sha256')
      .update(JSON.stringify(body ?? null))
      .digest('hex'),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    traceParent: keptTraceParent(String(request.headers.traceparent ?? '')),
  };
}

/**
 * Authorizes the request, denying by default: session, origin, then permission. Throws NOT_SIGNED_IN, FORGED_REQUEST or
 * NOT_ALLOWED.
 */
export async function authorise(
  request: FastifyRequest,
  wanted: {
    access: Access | undefined;
    route: string;
    body: unknown;
    ids?: readonly string[];
    isSensitive?: boolean | undefined;
  },
  sessions: SessionPort,
): Promise<{ actor: Actor; session: KnownSession } | null> {
  mustBeSameSite(request);
  if (wanted.access === undefined) throw new ApiError('NOT_ALLOWED', 'This endpoint has no access policy.');
  if (wanted.access === 'public') return null;
  const apiToken = apiTokenOf(request);
  if (apiToken !== null)
    return authoriseToken(request, { ...wanted, access: wanted.access, apiToken }, sessions);
  const secret = request.cookies[cookieName(request)];
  const session = secret ? await sessions.find(secret) : null;
  if (!session)
    throw new ApiError('NOT_SIGNED_IN', (secret && (await sessions.endingOf(secret))) || 'Please sign in.');
  const actor = { ...session.actor, request: requestFacts(request, wanted.route, wanted.body) };
  const attempt = { actor, operation: wanted.route, ids: wanted.ids ?? [] };
  noteAttempt(request, { ...attempt, code: 'FORGED_REQUEST' });
  if (!reads.has(request.method)) mustBringToken(request, session.token);
  if (!reads.has(request.method)) mustNotView(session, wanted.route);
  noteAttempt(request, { ...attempt, code: 'SECOND_FACTOR_MISSING' });
  mustHaveSecondFactor(session, wanted.route);
  noteAttempt(request, { ...attempt, code: 'NOT_ALLOWED' });
  if (wanted.access !== 'signed-in') mustAllow(actor, wanted.access);
  if (wanted.isSensitive && !session.isFresh) {
    noteAttempt(request, { ...attempt, code: 'STEP_UP_NEEDED' });
    throw stepUpNeeded(session);
  }
  return { actor, session };
}

/** What is sensitive needs a proof that is a few minutes old at most (ACCESS-24). */
function stepUpNeeded({ secondFactor }: KnownSession): ApiError {
  const what = secondFactor === 'on' ? 'the code from your authenticator app' : 'your password';
  return new ApiError('STEP_UP_NEEDED', `Confirm that it’s you with ${what}, then try again.`, {
    problems: [
      {
        rule: 'ACCESS-24',
        path: secondFactor === 'on' ? 'code' : 'password',
        message: 'Send it to POST /api/auth/step-up, then repeat the request.',
      },
    ],
  });
}

/** The member behind the API token of a program, whatever it asks for. Throws NOT_SIGNED_IN or FORGED_REQUEST; no cookie counts. */
export async function findProgram(request: FastifyRequest, sessions: SessionPort): Promise<KnownSession> {
  mustBeSameSite(request);
  const apiToken = apiTokenOf(request);
  if (apiToken === null)
    throw new ApiError('NOT_SIGNED_IN', 'Send an API token: Authorization: Bearer attain_pat_…');
  return knownProgram(apiToken, sessions);
}

async function knownProgram(apiToken: string, sessions: SessionPort): Promise<KnownSession> {
  const session = await sessions.findToken(apiToken);
  if (!session)
    throw new ApiError('NOT_SIGNED_IN', 'This API token is wrong, expired or revoked. Create a new one.');
  return session;
}

/** Until a required second factor is set up, nothing works but that, reading one's preferences and signing out (ACCESS-22). */
export function mustHaveSecondFactor({ secondFactor }: KnownSession, route: string): void {
  if (secondFactor !== 'missing' || /^(auth\.(me|preferences|logout)|secondFactor\..+)$/.test(route)) return;
  throw new ApiError(
    'SECOND_FACTOR_MISSING',
    'Your role requires two-step sign-in. Set it up before you continue.',
  );
}

/** Who views the workspace as a role changes nothing but that (ACCESS-38). */
function mustNotView({ viewingAs }: KnownSession, route: string): void {
  if (!viewingAs || /^auth\.(logout|endView)$/.test(route)) return;
  throw new ApiError(
    'NOT_ALLOWED',
    `You are viewing Attain as ${roleNames[viewingAs]}, so nothing can be changed. Stop viewing first.`,
  );
}

/** What a program sends in place of a cookie; null: the request comes from a browser. */
function apiTokenOf(request: FastifyRequest): string | null {
  return /^Bearer (attain_pat_\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The same decision for a program: no cookie, and nothing that belongs to a session but who it acts for (ACCESS-19). */
async function authoriseToken(
  request: FastifyRequest,
  wanted: {
    access: Exclude<Access, 'public'>;
    apiToken: string;
    route: string;
    body: unknown;
    ids?: readonly string[];
  },
  sessions: SessionPort,
): Promise<{ actor: Actor; session: KnownSession }> {
  const session = await knownProgram(wanted.apiToken, sessions);
  const actor = { ...session.actor, request: requestFacts(request, wanted.route, wanted.body) };
  noteAttempt(request, { actor, operation: wanted.route, ids: wanted.ids ?? [], code: 'NOT_ALLOWED' });
  mustHaveSecondFactor(session, wanted.route);
  if (wanted.access !== 'signed-in') mustAllow(actor, wanted.access);
  else if (wanted.route !== 'auth.me')
    throw new ApiError('NOT_ALLOWED', 'An API token can’t do this. Sign in instead.');
  return { actor, session };
}

function mustBringToken(request: FastifyRequest, expected: string): void {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const sent = bearer ?? request.headers['x-session-token'];
  const one = createHash('sha256')
    .update(typeof sent === 'string' ? sent : '')
    .digest();
  const other = createHash('sha256').update(expected).digest();
  if (typeof sent !== 'string' || !one.equals(other)) {
    throw new ApiError('FORGED_REQUEST', 'The session token is missing or wrong. Sign in again.');
  }
}

/** A browser says where a request comes from; one that comes from another site may not change anything, signed in or not. */
function mustBeSameSite(request: FastifyRequest): void {
  if (reads.has(request.method)) {
    const site = request.headers['sec-fetch-site'];
    if (site === 'cross-site' && request.headers['sec-fetch-mode'] !== 'navigate')
      throw new ApiError('FORGED_REQUEST', 'Requests from other sites are rejected.');
    return;
  }
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin')
    throw new ApiError('FORGED_REQUEST', 'Requests from other sites are rejected.');
  const origin = request.headers.origin;
  if (origin !== undefined) mustBeOwnOrigin(origin, request);
  const type = request.headers['content-type'];
  if (type !== undefined && !/^(application\/(scim\+)?json|multipart\/form-data)\b/i.test(type)) {
    throw new ApiError(
      'BAD_INPUT',
      'Send JSON (Content-Type: application/json), or multipart/form-data for a file.',
    );
  }
}

function mustBeOwnOrigin(text: string, request: FastifyRequest): void {
  const origin = URL.parse(text);
  if (origin?.host === request.host && origin.protocol === `${request.protocol}:`) return;
  throw new ApiError(
    'FORGED_REQUEST',
    origin?.host === request.host
      ? `This page was opened over ${origin.protocol.slice(0, -1)}, but Attain was reached over ${request.protocol}. Set TRUST_PROXY to the proxy in front of it.`
      : 'Requests from other sites are rejected.',
  );
}
