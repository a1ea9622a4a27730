/** Texts of verification in the browser. */
export const messages = {
  noSignatures:
    'This browser can’t check Ed25519 signatures here. Use HTTPS and a current browser, or “npx attain verify”.',
};
