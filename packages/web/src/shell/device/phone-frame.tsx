import { useLocation } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { messages } from '../frame-messages.ts';
import { previewAddress } from './preview.ts';

/** The size of the phone screen in CSS pixels. */
export const phoneScreen = { width: 390, height: 844 } as const;

/** The current screen in an iframe of a phone's size. */
export function PhoneFrame({ frame }: { frame: RefObject<HTMLIFrameElement | null> }) {
  const { pathname, searchStr, hash } = useLocation();
  const address = previewAddress({ pathname, search: searchStr, hash: hash ? `#${hash}` : '' });
  const [loading, setLoading] = useState(true);
  return (
    <div className="flex min-w-fit justify-center py-2">
      <div className="shrink-0 rounded-[3rem] border-2 border-border-strong bg-sunken p-3 shadow-float">
        <iframe
          ref={frame}
          title={messages.device.preview}
          src={address}
          {...phoneScreen}
          onLoad={() => setLoading(false)}
          aria-busy={loading}
          className="block rounded-[2.25rem] bg-bg"
        />
      </div>
    </div>
  );
}
