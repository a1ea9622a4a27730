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

/** Whether an address is anybody's on the internet: not private, not of this machine, not a way around such a check. */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !notPublic.check(address, 'ipv4');
  // an IPv4 address in IPv6 clothes is outside of 2000::/3, and so is everything local
  return kind === 6 && publicSix.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Where a call may go, and whether the operator has named that very origin, private or not. */
export interface AllowedTarget {
  readonly url: URL;
  readonly named: boolean;
}

const STANDARD_PORT = '443';

/**
 * The address of a call, if the operator allows it: a host of the list, by https, on the port that the list names with it
 * (`api.example.com:8443`) or on 443, and to public addresses only; or an origin of the list (`http://127.0.0.1:4010`), wherever
 * it lies. Fails in words otherwise.
 */
export function allowedTarget(text: string, allowed: readonly string[]): AllowedTarget {
  if (!URL.canParse(text))
    throw new EffectFailed('BAD_ADDRESS', `“${text.slice(0, 200)}” is not a web address.`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new EffectFailed(
      'BAD_ADDRESS',
      'A name and password do not belong into an address; use a credential.',
    );
  }
  if (allowed.includes(url.origin)) return { url, named: true };
  if (allowed.length === 0) {
    throw new EffectFailed(
      'NOT_CONFIGURED',
      'No host may be called from this installation yet: the operator lists them in ATTAIN_ALLOWED_HOSTS.',
    );
  }
  const ports = portsOf(url.hostname, allowed);
  if (ports.length === 0) {
    throw new EffectFailed('HOST_NOT_ALLOWED', `${url.hostname} is not among the hosts the operator allows.`);
  }
  if (url.protocol !== 'https:')
    throw new EffectFailed('BAD_ADDRESS', `${url.hostname} is called by https only.`);
  const port = url.port || STANDARD_PORT;
  if (!ports.includes(port)) {
    const known = ports.length === 1 ? `port ${ports[0]}` : `the ports ${ports.join(' and ')}`;
    const message = `${url.hostname} may be called on ${known}, not on ${port}; an operator allows that as ${url.hostname}:${port}.`;
    throw new EffectFailed('PORT_NOT_ALLOWED', message);
  }
  // an address in figures is connected to without being looked up, where names are checked
  const figures = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(figures) > 0 && !isPublicAddress(figures)) {
    const message = `${url.hostname} is not public; an operator allows it as an origin, such as ${url.origin}.`;
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
