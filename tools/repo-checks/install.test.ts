import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';

/** What findNode() returns or throws on a system for which npm has no Node package. */
function findNodeOn(platform: string, nodeVersion: string): string {
  const script = `
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'arch', { value: 'arm64' });
    Object.defineProperty(process, 'versions', { value: { node: '${nodeVersion}' } });
    const { findNode } = await import(${JSON.stringify(join(root, 'tools/install.mjs'))});
    try { console.log(findNode()); } catch (error) { console.log(error.message); }`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  }).stdout.trim();
}

test('a system without a Node package runs on its own Node 24', () => {
  expect(findNodeOn('darwin', '24.1.0')).toBe(process.execPath);
});

test('an older Node there is answered with what to install', () => {
  const message = findNodeOn('darwin', '22.20.0');
  expect(message).toContain('darwin arm64');
  expect(message).toContain('install Node 24 from https://nodejs.org');
  expect(message).toContain('this is Node 22.20.0');
});
