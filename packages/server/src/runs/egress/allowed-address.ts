import { BlockList, isIP } from 'node:net';
import { EffectFailed } from '../engine/effect-failed.ts';

const notPublic = new BlockList();
for (const [range, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(range, bits, 'ipv4');
}
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');
for (const [range, bits] of [
  ['2001:db8::', 32],
  ['2001::', 32],
  ['2001:2::', 48],
  ['2001:10::', 28],
  ['2001:20::', 28],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(range, bits, 'ipv6');
}

/** True if an address is public: not private, not of this machine, and not an encoding that bypasses this check. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !notPublic.check(address, 'ipv4');
  // an IPv4 address in IPv6 clothes is outside of 2000::/3, and so is everything local
  return kind === 6 && publicSix.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Target of a call, and whether the operator listed that very origin, private or not. */
export interface AllowedTarget {
  readonly url: URL;
  readonly named: boolean;
}

const STANDARD_PORT = '443';

/**
 * The address of a call, if the operator allows it: a listed host, by https, on its listed port
 * (`api.example.com:8443`) or 443, at public addresses only; or a listed origin (`http://127.0.0.1:4010`), wherever it
 * is. Otherwise throws with a message.
 */
export function allowedTarget(text: string, allowed: readonly string[]): AllowedTarget {
  if (!URL.canParse(text))
    throw new EffectFailed('BAD_ADDRESS', `“${text.slice(0, 200)}” is not a web address.`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new EffectFailed('BAD_ADDRESS', 'An address can’t contain a name and password. Use a credential.');
  }
  if (allowed.includes(url.origin)) return { url, named: true };
  if (allowed.length === 0) {
    throw new EffectFailed(
      'NOT_CONFIGURED',
      'This installation has no allowed hosts yet. Ask your administrator to list them in ATTAIN_ALLOWED_HOSTS.',
    );
  }
  const ports = portsOf(url.hostname, allowed);
  if (ports.length === 0) {
    throw new EffectFailed(
      'HOST_NOT_ALLOWED',
      `${url.hostname} is not an allowed host. Ask your administrator to allow it.`,
    );
  }
  if (url.protocol !== 'https:')
    throw new EffectFailed('BAD_ADDRESS', `${url.hostname} can be called only by https.`);
  const port = url.port || STANDARD_PORT;
  if (!ports.includes(port)) {
    const known = ports.length === 1 ? `port ${ports[0]}` : `the ports ${ports.join(' and ')}`;
    const message = `${url.hostname} can be called on ${known}, not on ${port}. Ask your administrator to allow ${url.hostname}:${port}.`;
    throw new EffectFailed('PORT_NOT_ALLOWED', message);
  }
  // an address in figures is connected to without being looked up, where names are checked
  const figures = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(figures) > 0 && !isPublicAddress(figures)) {
    const message = `${url.hostname} is not public. Ask your administrator to allow its origin, ${url.origin}.`;
    throw new EffectFailed('ADDRESS_NOT_ALLOWED', message);
  }
  return { url, named: false };
}

/** On which ports a host of the list may be called; none when it is not there. */
function portsOf(host: string, allowed: readonly string[]): readonly string[] {
  return allowed.flatMap((entry) => {
    if (entry === host) return [STANDARD_PORT];
    return entry.startsWith(`${host}:`) ? [entry.slice(host.length + 1)] : [];
  });
}
