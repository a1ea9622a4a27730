import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';

/** What findNode() returns or throws on a system for which npm has no Node package. */
function findNodeOn(platform: string, nodeVersion: string, arch = 'arm64'): string {
  const script = `
    Object.defineProperty(process, 'platform', { value: '${platform}' });
    Object.defineProperty(process, 'arch', { value: '${arch}' });
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

test('a newer Node 24 of the machine is used instead of the one from npm, an older or another one is not', () => {
  const { platform, arch } = process;
  expect(findNodeOn(platform, '24.999.0', arch)).toBe(process.execPath);
  for (const version of ['24.0.1', '20.20.2', '26.1.0'])
    expect(findNodeOn(platform, version, arch)).toContain(join('node_modules', `node-${platform}-${arch}`));
});
