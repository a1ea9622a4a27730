import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMediaQuery } from '../../base/use-media-query.ts';
import { onPhoneQuery } from '../frame/sidebar-state.ts';
import { type DeviceView, useDeviceView } from './device-view.ts';
import { inPreview, outsideAddress } from './preview.ts';

/** Whether the phone frame is shown, and its setter. Not available inside the frame and on phones. */
export function usePhoneView() {
  const onPhone = useMediaQuery(onPhoneQuery);
  const [view, setView] = useDeviceView();
  const frame = useRef<HTMLIFrameElement>(null);
  const router = useRouter();
  const choose = (next: DeviceView) => {
    const inside = frame.current?.contentWindow?.location;
    setView(next);
    // stay on the screen reached inside the phone frame
    if (next === 'web' && inside?.pathname.startsWith('/')) router.history.push(outsideAddress(inside));
  };
  const offered = !inPreview && !onPhone;
  return { offered, shown: offered && view === 'mobile', view, choose, frame };
}
