type Address = { readonly pathname: string; readonly search: string; readonly hash?: string };

/** Whether an address opens the app inside the phone frame. */
export function asksForPreview(search: string): boolean {
  return new URLSearchParams(search).get('preview') === 'mobile';
}

/** The address of a screen inside the phone frame: with `preview=mobile` appended. */
export function previewAddress({ pathname, search, hash = '' }: Address): string {
  if (asksForPreview(search)) return `${pathname}${search}${hash}`;
  return `${pathname}${search}${search ? '&' : '?'}preview=mobile${hash}`;
}

/** The address of a screen without the phone frame. */
export function outsideAddress({ pathname, search, hash = '' }: Address): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && part !== 'preview=mobile');
  return `${pathname}${kept.length > 0 ? `?${kept.join('&')}` : ''}${hash}`;
}

/** Whether this page runs inside the phone frame; stays true across navigation. */
export const inPreview: boolean = typeof location === 'undefined' ? false : asksForPreview(location.search);
