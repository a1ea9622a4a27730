import { expect, test } from 'vitest';
import { deviceViews, readDeviceView } from './device-view.ts';
import { phoneScreen } from './phone-frame.tsx';
import { asksForPreview, outsideAddress, previewAddress } from './preview.ts';

test('[SHELL-UI-24] [SHELL-UI-25] the device view has exactly the values web and mobile, and begins as web', () => {
  expect([...deviceViews]).toEqual(['web', 'mobile']);
  expect(readDeviceView()).toBe('web');
});

test('[SHELL-UI-27] the frame shows the current path with preview=mobile appended', () => {
  expect(previewAddress({ pathname: '/compensation', search: '' })).toBe('/compensation?preview=mobile');
  expect(previewAddress({ pathname: '/compensation/crediting', search: '?deal=a%20b', hash: '#top' })).toBe(
    '/compensation/crediting?deal=a%20b&preview=mobile#top',
  );
});

test('[SHELL-UI-28] an address that asks for the preview already is not asked twice', () => {
  expect(asksForPreview('?tab=facts&preview=mobile')).toBe(true);
  expect(asksForPreview('?preview=desk')).toBe(false);
  expect(previewAddress({ pathname: '/', search: '?preview=mobile' })).toBe('/?preview=mobile');
});

test('back from the phone one is on the screen that was shown in it', () => {
  for (const address of ['/compensation', '/compensation/crediting?deal=a%20b', '/a?b=1&c=2#d']) {
    const url = new URL(previewAddress(new URL(address, 'http://attain')), 'http://attain');
    expect(outsideAddress(url)).toBe(address);
  }
});

test('[CONST-SHELL-09] the phone has a screen of 390 by 844', () => {
  expect(phoneScreen).toEqual({ width: 390, height: 844 });
});
