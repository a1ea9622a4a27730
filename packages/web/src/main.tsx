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
  // The kit's own page is for those who build Attain; a production build does not contain it.
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
