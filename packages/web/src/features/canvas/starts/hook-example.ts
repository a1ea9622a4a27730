import type { TriggerWhen } from '@attain/contract/workflow-triggers';
import { HOOK_SCHEMES } from '@attain/domain/workflows/hook-schemes';
import { messages } from './messages.ts';

/** Placeholder of a secret that is no longer shown. */
const SECRET_PLACE = 'whs_…';

type Hook = Extract<TriggerWhen, { kind: 'webhook' }>;
type Example = { readonly url: string; readonly secret: string | null; readonly when: Hook };

/** A shell script that calls a webhook as its sender does. Needs curl, and openssl where a digest is signed. */
export function hookExample({ url, secret, when }: Example): string {
  const known = secret ?? SECRET_PLACE;
  if (when.scheme === 'attain') return ownExample(url, known);
  const call = when.method === 'GET' ? `curl --fail-with-body '${url}?amount=1250.00'` : post(url);
  switch (when.scheme) {
    case 'none':
      return call;
    case 'basic':
      return `${call} \\\n  -u '${when.username}:${known}'`;
    case 'header':
      return `${call} \\\n  -H '${when.header}: ${known}'`;
    case 'hmac':
      return signedExample(url, known, { header: when.header, signed: '"$body"', prefix: '' });
    case 'github':
      return signedExample(url, known, {
        header: 'X-Hub-Signature-256',
        signed: '"$body"',
        prefix: 'sha256=',
      });
    default:
      return messages.sentBy(HOOK_SCHEMES[when.scheme].label, url);
  }
}

function post(url: string): string {
  return `curl --fail-with-body '${url}' \\
  -H 'Content-Type: application/json' \\
  --data-raw '{"amount":"1250.00"}'`;
}

type Signing = { readonly header: string; readonly signed: string; readonly prefix: string };

function signedExample(url: string, secret: string, { header, signed, prefix }: Signing): string {
  return `secret='${secret}'
body='{"amount":"1250.00"}'
signature=$(printf '%s' ${signed} | openssl dgst -sha256 -hmac "$secret" | sed 's/^.*= *//')
curl --fail-with-body '${url}' \\
  -H 'Content-Type: application/json' \\
  -H "${header}: ${prefix}$signature" \\
  --data-raw "$body"`;
}

/** HMAC-SHA256 over time, period and body, in hex. */
function ownExample(url: string, secret: string): string {
  return `secret='${secret}'
body='{"amount":"1250.00"}'
time=$(date +%s)
signature=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret" | sed 's/^.*= *//')
curl --fail-with-body '${url}' \\
  -H 'Content-Type: application/json' \\
  -H "Attain-Timestamp: $time" \\
  -H "Attain-Signature: sha256=$signature" \\
  --data-raw "$body"`;
}

export function hookAnswerWords(when: {
  readonly synchronous: boolean;
  readonly waitSeconds: number;
}): string {
  return when.synchronous ? messages.answersAtEnd(when.waitSeconds) : messages.answersAtOnce;
}
