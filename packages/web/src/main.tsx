import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { AuthProvider } from './api/session/auth.tsx';
import { followTheme } from './base/theme.ts';
import { guardMarkup } from './base/trusted-markup.ts';
import { Gate } from './shell/gate.tsx';
import { ToastsWhenNeeded } from './ui/overlays/toasts-when-needed.tsx';
import './styles.css';

guardMarkup();
followTheme();

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no element with the id "root".');
const root = createRoot(place);

if (import.meta.env.MODE !== 'production' && location.pathname === '/design') {
  // the design page is for development only and not part of production builds
  const { DesignPage } = await import('./pages/design/design-page.tsx');
  root.render(
    <StrictMode>
      <DesignPage />
    </StrictMode>,
  );
} else {
  root.render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <AuthProvider>
          <Gate />
        </AuthProvider>
        <ToastsWhenNeeded />
      </QueryClientProvider>
    </StrictMode>,
  );
}
