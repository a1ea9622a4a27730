import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../base/settings.ts';
import { setHeaders } from './headers.ts';
import { readJsonBodies } from './json-body.ts';
import { answerWithRefusal } from './refusal-body.ts';

/** Opens the door: limits, headers, one error shape. Routes are mounted by the caller. */
export async function buildApp(settings: Settings, log: Logger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    maxRequestsPerSocket: 0,
    trustProxy: trusted(settings.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500 },
    // addresses that cannot be read come before any route
    frameworkErrors: (error, request, reply) => void answerWithRefusal(error, request, reply),
  }) as unknown as FastifyInstance;
  readJsonBodies(app);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { files: 1, fields: 8, fieldSize: 4096, fileSize: settings.importLimits.maxBytes },
  });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  setHeaders(app, settings);
  app.setErrorHandler((error, request, reply) => answerWithRefusal(error, request, reply));
  return app;
}

/** Fastify's types know no hop count; a count means that so many proxies nearest to us are believed. */
function trusted(setting: Settings['trustProxy']) {
  if (typeof setting !== 'number') return setting;
  return (_address: string, hop: number) => hop < setting;
}
