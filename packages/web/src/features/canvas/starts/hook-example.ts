/** Stands in the example for a secret that nobody sees any more. */
const SECRET_PLACE = 'whs_…';

/**
 * A shell script that sends a webhook one signed delivery: HMAC-SHA256 over time, full stop and body, in hex. It runs wherever
 * there are openssl and curl.
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

/** What the sender is answered. */
export function hookAnswerWords(when: {
  readonly synchronous: boolean;
  readonly waitSeconds: number;
}): string {
  return when.synchronous
    ? `It is answered with the end of the run: 200 when it completed, 422 when it failed or was cancelled, and 202 with the run’s id when it still goes on after ${when.waitSeconds} s.`
    : 'It is answered 202 with the run’s id, as soon as the run is stored.';
}
