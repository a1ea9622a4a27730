type PolicyMaker = {
  createPolicy: (name: string, rules: { createHTML: (markup: string) => string }) => unknown;
};

/** The one piece of markup a library of ours hands to the browser as text: the scroll bar rule of select lists. */
const selectListStyle = /^\[data-radix-select-viewport\]\{[^<>]*\}$/;

/**
 * Under `require-trusted-types-for 'script'` the browser refuses every text turned into markup. This lets
 * that single style rule through and nothing else, and hands the page's nonce to libraries that add styles.
 * Call once before the first render.
 */
export function guardMarkup(): void {
  const page = globalThis as typeof globalThis & { trustedTypes?: PolicyMaker; __webpack_nonce__?: string };
  // Scroll locks of dialogs add one small style element; they look for the page's nonce under this name.
  page.__webpack_nonce__ = pageNonce();
  page.trustedTypes?.createPolicy('default', {
    createHTML(markup) {
      if (selectListStyle.test(markup)) return markup;
      throw new TypeError('Attain never turns text into markup.');
    },
  });
}

/** The nonce the server put into this page for styles; undefined when it put none. */
function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;
}
