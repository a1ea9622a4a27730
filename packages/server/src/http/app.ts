import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ApiError } from '../base/api-error.ts';
import type { Settings } from '../base/settings.ts';
import { limitBodyTime } from './body-deadlines.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { sendError } from './error-body.ts';
import { setHeaders } from './headers.ts';
import { readJsonBodies } from './json-body.ts';
import { plainIssue } from './plain-issues.ts';

/** A body arrives within 30 s; an upload may take longer, but is not silent for 30 s. */
const bodyDeadlines = { totalMs: 30_000, silentMs: 30_000 };

/** Opens the door: limits, headers, one error shape. Routes are mounted by the caller. */
export async function buildApp(settings: Settings, log: Logger): Promise<FastifyInstance> {
  z.config({ customError: plainIssue });
  const answerBroken = answerBrokenRequests(settings);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    // the ceiling of an upload; what else a body may take is in body-deadlines.ts
    requestTimeout: 3_600_000,
    http: { headersTimeout: 30_000 },
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    maxRequestsPerSocket: 0,
    trustProxy: trusted(settings.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: answerBroken,
    // addresses that cannot be read come before any route
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  }) as unknown as FastifyInstance;
  limitBodyTime(app, bodyDeadlines, answerBroken);
  readJsonBodies(app);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { files: 1, fields: 8, fieldSize: 4096, fileSize: settings.importLimits.maxBytes },
  });
  rejectCompressedBodies(app);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });
  setHeaders(app, settings);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  return app;
}

/** Nothing that comes from outside is unpacked before sign-in: decoders have been attacked (CVE-2026-111497, Brotli in Node 24.21). */
function rejectCompressedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new ApiError(
        'BAD_INPUT',
        'Send the body without Content-Encoding. Compressed requests are not read.',
      );
  });
}

/** Fastify's types know no hop count; a count means that so many proxies nearest to us are believed. */
function trusted(setting: Settings['trustProxy']) {
  if (typeof setting !== 'number') return setting;
  return (_address: string, hop: number) => hop < setting;
}
