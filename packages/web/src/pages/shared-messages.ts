/** Texts that every page may show. */
export const sharedMessages = {
  notFound: {
    title: '404 Page Not Found',
    heading: 'Page not found',
    text: 'Check the address, or use the navigation.',
    link: 'Go to Incentive Compensation',
  },
  placeholder: { title: 'Coming soon' },
  breadcrumbs: { compensation: 'Incentive Compensation' },
};
