type PolicyMaker = {
  createPolicy: (name: string, rules: { createHTML: (markup: string) => string }) => unknown;
};

/** The only markup that a library passes to the browser as text: the scroll bar style of select lists. */
const selectListStyle = /^\[data-radix-select-viewport\]\{[^<>]*\}$/;

/**
 * Under `require-trusted-types-for 'script'` the browser rejects all text used as markup. Allows that single
 * style and gives libraries the page's nonce for styles. Call once before the first render.
 */
export function guardMarkup(): void {
  const page = globalThis as typeof globalThis & { trustedTypes?: PolicyMaker; __webpack_nonce__?: string };
  // the scroll lock of dialogs adds a style element and reads the nonce from this name
  page.__webpack_nonce__ = pageNonce();
  page.trustedTypes?.createPolicy('default', {
    createHTML(markup) {
      if (selectListStyle.test(markup)) return markup;
      throw new TypeError('Attain never turns text into markup.');
    },
  });
}

/** The nonce for styles of this page, if the server set one. */
function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
