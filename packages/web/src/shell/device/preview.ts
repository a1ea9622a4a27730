type Address = { readonly pathname: string; readonly search: string; readonly hash?: string };

/** Whether an address asks for the inside of the phone frame. */
export function asksForPreview(search: string): boolean {
  return new URLSearchParams(search).get('preview') === 'mobile';
}

/** The same screen for the inside of the phone frame: its address with `preview=mobile` appended. */
export function previewAddress({ pathname, search, hash = '' }: Address): string {
  if (asksForPreview(search)) return `${pathname}${search}${hash}`;
  return `${pathname}${search}${search ? '&' : '?'}preview=mobile${hash}`;
}

/** The address of a screen inside the phone frame as it is outside of it. */
export function outsideAddress({ pathname, search, hash = '' }: Address): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && part !== 'preview=mobile');
  return `${pathname}${kept.length > 0 ? `?${kept.join('&')}` : ''}${hash}`;
}

/** Whether this page was opened inside the phone frame; it stays so while one moves on in it. */
export const inPreview: boolean = typeof location === 'undefined' ? false : asksForPreview(location.search);
