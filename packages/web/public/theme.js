// Runs before the first paint, so that a dark page never flashes light. Kept in step with src/base/theme.ts.
(() => {
  const root = document.documentElement;
  let choice = 'system';
  try {
    choice = localStorage.getItem('attain.theme') || 'system';
  } catch {
    // Storage may be refused in private windows; the system's own wish is a good answer then.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
})();
