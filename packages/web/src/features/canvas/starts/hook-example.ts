import { messages } from './messages.ts';

/** Placeholder of a secret that is no longer shown. */
const SECRET_PLACE = 'whs_…';

/**
 * A shell script that sends one signed delivery to a webhook: HMAC-SHA256 over time, period and body, in
 * hex. Needs openssl and curl.
 */
export function hookExample(of: { readonly url: string; readonly secret: string | null }): string {
  return `secret='${of.secret ?? SECRET_PLACE}'
body='{"amount":"1250.00"}'
time=$(date +%s)
signature=$(printf '%s.%s' "$time" "$body" | openssl dgst -sha256 -hmac "$secret" | sed 's/^.*= *//')
curl --fail-with-body '${of.url}' \\
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
