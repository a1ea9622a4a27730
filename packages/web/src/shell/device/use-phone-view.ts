import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMediaQuery } from '../../base/use-media-query.ts';
import { onPhoneQuery } from '../frame/sidebar-state.ts';
import { type DeviceView, useDeviceView } from './device-view.ts';
import { inPreview, outsideAddress } from './preview.ts';

/** The phone frame: whether it is shown, and how to change that. Inside of it, and on a phone itself, there is none. */
export function usePhoneView() {
  const onPhone = useMediaQuery(onPhoneQuery);
  const [view, setView] = useDeviceView();
  const frame = useRef<HTMLIFrameElement>(null);
  const router = useRouter();
  const choose = (next: DeviceView) => {
    const inside = frame.current?.contentWindow?.location;
    setView(next);
    // Whoever moved on inside the phone stays on the screen they came to.
    if (next === 'web' && inside?.pathname.startsWith('/')) router.history.push(outsideAddress(inside));
  };
  const offered = !inPreview && !onPhone;
  return { offered, shown: offered && view === 'mobile', view, choose, frame };
}
